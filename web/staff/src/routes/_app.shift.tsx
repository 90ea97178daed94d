import { createFileRoute } from '@tanstack/react-router';

import { ShiftPage } from '@/features/shift/shift-page';

export const Route = createFileRoute('/_app/shift')({
  staticData: { area: 'shift' },
  component: ShiftPage,
});
