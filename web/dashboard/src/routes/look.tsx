import { createFileRoute } from '@tanstack/react-router';

import { LookPage } from '@/features/look/look-page';
import { openLook } from '@/features/look/open-look';

export const Route = createFileRoute('/look')({
  // Both are loaded with the page: few ever open it.
  codeSplitGroupings: [['loader', 'component']],
  loader: openLook,
  component: LookPage,
});
