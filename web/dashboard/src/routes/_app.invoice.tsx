import { createFileRoute } from '@tanstack/react-router';

import { invoiceSearchSchema } from '@/features/invoice/invoice-search';
import { InvoicePage } from '@/features/invoice/invoice-page';
import { invoiceListOptions } from '@/features/invoice/invoice-queries';
import { takeFirstData } from '@shared/app/first-data';

export const Route = createFileRoute('/_app/invoice')({
  // The loader needs what the page needs.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: invoiceSearchSchema,
  loader: ({ context: { queryClient } }) =>
    takeFirstData({ '/v1/invoices/client': () => queryClient.prefetchQuery(invoiceListOptions(1)) }),
  staticData: { area: 'invoice' },
  component: InvoicePage,
});
