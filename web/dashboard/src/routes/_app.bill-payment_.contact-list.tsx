import { createFileRoute } from '@tanstack/react-router';

import { ContactListPage } from '@/features/bill-payment/contacts/contact-list-page';
import { contactSearchSchema } from '@/features/bill-payment/contacts/contact-search';

export const Route = createFileRoute('/_app/bill-payment_/contact-list')({
  validateSearch: contactSearchSchema,
  staticData: { area: 'bill-payment', page: 'contact-list' },
  component: ContactListPage,
});
