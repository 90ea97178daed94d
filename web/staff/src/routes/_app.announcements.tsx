import { createFileRoute } from '@tanstack/react-router';

import { AnnouncementsPage } from '@/features/announcements/announcements-page';

export const Route = createFileRoute('/_app/announcements')({
  staticData: { area: 'announcements' },
  component: AnnouncementsPage,
});
