import { createFileRoute } from '@tanstack/react-router';

import { NewClientPage } from '@/features/clients/new-client-page';

export const Route = createFileRoute('/_app/clients_/new')({
  staticData: { area: 'clients', page: 'new-client' },
  component: NewClientPage,
});
