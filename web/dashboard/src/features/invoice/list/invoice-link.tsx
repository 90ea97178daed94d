import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { invoiceSearchSchema } from '../invoice-search';

interface InvoiceLinkProps {
  /** Id of the invoice. */
  invoice: string;
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Opens the detail of an invoice above the page of the list. */
export function InvoiceLink({ invoice, label, className, children }: InvoiceLinkProps) {
  return (
    <Link
      to="/invoice"
      search={(now) => ({ ...invoiceSearchSchema.parse(now), invoice })}
      resetScroll={false}
      className={className}
      aria-label={label}
      aria-haspopup="dialog"
    >
      {children}
    </Link>
  );
}
