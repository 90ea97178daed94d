import { infiniteQueryOptions, keepPreviousData, mutationOptions } from '@tanstack/react-query';

import { api } from '@/api';
import type { AnswerOf } from '@/api-types';
import { type DayAndTime, momentOf } from '@/dialogs/day-and-time';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';

export const announcementsKey = ['announcements'] as const;

export type Announcement = AnswerOf<'/staff/v1/announcements', 'get'>['data'][number];

/** What clients are told, will be and were, page after page. */
export function announcementListOptions() {
  return infiniteQueryOptions({
    queryKey: [...announcementsKey, 'list'],
    queryFn: ({ signal, pageParam }) =>
      unwrap(api.GET('/staff/v1/announcements', { params: { query: { cursor: pageParam } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor || undefined,
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
}

/** What a form says about a new announcement. */
export interface AnnouncementValues {
  title: string;
  text: string;
  titleId: string;
  textId: string;
  /** Whether it begins later, at `from`. */
  later: boolean;
  from: DayAndTime;
  until: DayAndTime;
  /** To all clients, else to those of `clients`. */
  everyone: boolean;
  clients: string;
  mail: boolean;
  reason: string;
}

/** The ids of clients in a text: digits between commas, blanks or lines. Undefined for any other text. */
export function clientIdsIn(text: string): number[] | undefined {
  const parts = text.split(/[\s,;]+/u).filter((part) => part !== '');
  return parts.every((part) => /^\d{1,9}$/u.test(part)) ? parts.map(Number) : undefined;
}

/** Tells clients something. Days and times are those of a zone. */
export function addAnnouncementOptions(zone: string) {
  return mutationOptions({
    mutationKey: [...announcementsKey, 'add'],
    mutationFn: ({ later, from, until, everyone, clients, ...rest }: AnnouncementValues) => {
      const begin = later ? momentOf(from, zone) : undefined;
      return unwrap(
        api.POST('/staff/v1/announcements', {
          body: {
            ...rest,
            until: momentOf(until, zone) ?? '',
            everyone,
            ...(!everyone && { clientIds: clientIdsIn(clients) ?? [] }),
            ...(begin !== undefined && { from: begin }),
          },
        }),
      );
    },
    onSuccess: reloads(announcementsKey),
  });
}

/** Ends an announcement before its time. */
export function endAnnouncementOptions(id: string) {
  return mutationOptions({
    mutationKey: [...announcementsKey, 'end', id],
    mutationFn: ({ reason }: { reason: string }) =>
      unwrap(api.POST('/staff/v1/announcements/{id}/end', { params: { path: { id } }, body: { reason } })),
    onSuccess: reloads(announcementsKey),
  });
}
