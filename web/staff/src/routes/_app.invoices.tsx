import { createFileRoute } from '@tanstack/react-router';

import { invoiceSearchSchema } from '@/features/invoices/invoice-search';
import { InvoicesPage } from '@/features/invoices/invoices-page';

export const Route = createFileRoute('/_app/invoices')({
  validateSearch: invoiceSearchSchema,
  staticData: { area: 'invoices' },
  component: InvoicesPage,
});
