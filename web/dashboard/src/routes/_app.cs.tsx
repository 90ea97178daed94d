import { createFileRoute } from '@tanstack/react-router';

import { CustomerServicePage } from '@/features/customer-service/customer-service-page';

export const Route = createFileRoute('/_app/cs')({
  staticData: { area: 'cs' },
  component: CustomerServicePage,
});
