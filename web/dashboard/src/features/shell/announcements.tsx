import { useQuery, useQueryClient } from '@tanstack/react-query';

import { useCurrentUser } from '@/session/current-user';
import { useFollowedTopic } from '@shared/live/live';
import { lazyOverlay } from '@shared/state/lazy-part';

import type { AnnouncementCardProps } from './announcement-card';
import { announcementsKey, announcementsOptions } from './announcement-queries';

const AnnouncementCard = lazyOverlay<AnnouncementCardProps>(
  async () => (await import('./announcement-card')).AnnouncementCard,
  'rendered',
);

/** What the provider tells the user, the newest first, until each is closed. */
export function Announcements() {
  const client = useQueryClient();
  const user = useCurrentUser();
  const { data: answer } = useQuery({ ...announcementsOptions(), enabled: user !== undefined });
  useFollowedTopic('announcements', () => void client.invalidateQueries({ queryKey: announcementsKey }));
  const [first] = answer?.data ?? [];
  if (!answer || !first) return null;
  // Staff who look at the page close nothing.
  return <AnnouncementCard announcement={first} count={answer.data.length} closable={!user?.look} />;
}
