import { createFileRoute } from '@tanstack/react-router';

import { clientSearchSchema } from '@/features/clients/client-search';
import { ClientsPage } from '@/features/clients/clients-page';

export const Route = createFileRoute('/_app/clients')({
  validateSearch: clientSearchSchema,
  staticData: { area: 'clients' },
  component: ClientsPage,
});
