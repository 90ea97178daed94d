import { createFileRoute } from '@tanstack/react-router';

import { PreviewPage } from '@/features/connect/preview/preview-page';

export const Route = createFileRoute('/_app/connect_/settings/preview')({
  staticData: { area: 'connect', page: 'preview' },
  component: PreviewPage,
});
