import { createFileRoute } from '@tanstack/react-router';

import { EventsPage } from '@/features/settlement/events/events-page';
import { eventSearchSchema } from '@/features/settlement/settlement-search';

export const Route = createFileRoute('/_app/settlement_/$id/periods/$periodId')({
  validateSearch: eventSearchSchema,
  staticData: { area: 'settlement', page: 'period-events' },
  component: EventsPage,
});
