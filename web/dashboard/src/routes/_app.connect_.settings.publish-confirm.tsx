import { createFileRoute } from '@tanstack/react-router';

import { ConfirmPage } from '@/features/connect/confirm/confirm-page';

export const Route = createFileRoute('/_app/connect_/settings/publish-confirm')({
  staticData: { area: 'connect', page: 'publish-confirm' },
  component: ConfirmPage,
});
