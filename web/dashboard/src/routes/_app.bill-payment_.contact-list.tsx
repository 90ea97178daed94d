import { createFileRoute } from '@tanstack/react-router';

import { ContactListPage } from '@/features/bill-payment/contacts/contact-list-page';
import { contactSearchSchema } from '@/features/bill-payment/contacts/contact-search';
import { contactListOptions } from '@/features/bill-payment/contacts/contact-queries';
import { takeFirstData } from '@shared/app/first-data';

export const Route = createFileRoute('/_app/bill-payment_/contact-list')({
  // The loader needs what the page needs.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: contactSearchSchema,
  loader: ({ context: { queryClient } }) =>
    takeFirstData({ '/v1/employees': () => queryClient.prefetchQuery(contactListOptions('', 1)) }),
  staticData: { area: 'bill-payment', page: 'contact-list' },
  component: ContactListPage,
});
