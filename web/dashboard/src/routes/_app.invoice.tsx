import { createFileRoute } from '@tanstack/react-router';

import { invoiceSearchSchema } from '@/features/invoice/invoice-search';
import { InvoicePage } from '@/features/invoice/invoice-page';

export const Route = createFileRoute('/_app/invoice')({
  validateSearch: invoiceSearchSchema,
  staticData: { area: 'invoice' },
  component: InvoicePage,
});
