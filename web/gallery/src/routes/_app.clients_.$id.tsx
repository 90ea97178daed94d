import { createFileRoute, notFound } from '@tanstack/react-router';

import { ClientPage } from '@/features/clients/client-page';

export const Route = createFileRoute('/_app/clients_/$id')({
  beforeLoad: ({ params: { id } }) => {
    if (!/^\d+$/u.test(id)) throw notFound();
  },
  staticData: { area: 'clients', page: 'client' },
  component: ClientPage,
});
