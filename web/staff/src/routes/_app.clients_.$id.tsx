import { createFileRoute, notFound } from '@tanstack/react-router';

import { ClientPage } from '@/features/clients/client-page';
import { clientPageSchema } from '@/features/clients/client-search';

export const Route = createFileRoute('/_app/clients_/$id')({
  validateSearch: clientPageSchema,
  beforeLoad: ({ params: { id } }) => {
    if (!/^\d{1,9}$/u.test(id)) throw notFound();
  },
  staticData: { area: 'clients', page: 'client' },
  component: ClientPage,
});
