import { queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import type { AnswerOf } from '@/api-types';
import { unwrap } from '@shared/api/problem';

export type Setting = AnswerOf<'/staff/v1/settings', 'get'>['data'][number];

/** The settings with which the program was started. They change by a restart alone. */
export function settingsOptions() {
  return queryOptions({
    queryKey: ['settings'],
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/settings', { signal })),
    meta: { inPlace: true },
  });
}
