import { createFileRoute } from '@tanstack/react-router';

import { ConfigsPage } from '@/features/connect/configs/configs-page';
import { configsSearchSchema } from '@/features/connect/configs/configs-search';

export const Route = createFileRoute('/_app/connect_/settings/configs')({
  validateSearch: configsSearchSchema,
  staticData: { area: 'connect', page: 'configs' },
  component: ConfigsPage,
});
