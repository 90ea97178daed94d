import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';

export const announcementsKey = ['announcements'] as const;

const second = 1000;
/** How often a page without a stream of events asks, in seconds. */
const interval = 60;

/** What the provider tells the user. It is loaded again when the list changes by itself. */
export function announcementsOptions() {
  return queryOptions({
    queryKey: announcementsKey,
    queryFn: ({ signal }) => unwrap(api.main.GET('/v1/announcements', { signal })),
    refetchInterval: ({ state }) => second * Math.min(interval, state.data?.changesIn ?? interval),
    meta: { background: true },
  });
}

/** Closes an announcement for the user: it is gone at once, in all tabs with their next load. */
export function closeAnnouncementOptions(id: string) {
  return mutationOptions({
    mutationKey: [...announcementsKey, 'close', id],
    mutationFn: () => unwrap(api.main.POST('/v1/announcements/{id}/close', { params: { path: { id } } })),
    onSuccess: (_answer, _values, _result, { client }) => {
      client.setQueryData(
        announcementsOptions().queryKey,
        (before) => before && { ...before, data: before.data.filter((one) => one.id !== id) },
      );
    },
  });
}
