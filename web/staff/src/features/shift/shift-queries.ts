import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import type { AnswerOf } from '@/api-types';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';

const shiftKey = ['shift'] as const;

/** What one shift hands over to the next. */
export type Shift = AnswerOf<'/staff/v1/shift', 'get'>;

export function shiftOptions() {
  return queryOptions({
    queryKey: shiftKey,
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/shift', { signal })),
    meta: { inPlace: true },
  });
}

/** Leaves a note for the next shift. */
export function addNoteOptions() {
  return mutationOptions({
    mutationKey: [...shiftKey, 'note'],
    mutationFn: (body: { text: string }) => unwrap(api.POST('/staff/v1/shift/notes', { body })),
    onSuccess: reloads(shiftKey),
  });
}
