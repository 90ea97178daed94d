import { createFileRoute } from '@tanstack/react-router';

import { CustomerServicePage } from '@/features/cs/cs-page';

export const Route = createFileRoute('/_app/cs')({
  staticData: { area: 'cs' },
  component: CustomerServicePage,
});
