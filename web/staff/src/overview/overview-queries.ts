import { queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import type { AnswerOf } from '@/api-types';
import { unwrap } from '@shared/api/problem';

/** The state of the whole: figures of today, what needs a person, suppliers. */
export type Overview = AnswerOf<'/staff/v1/overview', 'get'>;

/** The overview, which the page of it shows and whose counts stand in the sidebar of all pages. */
export function overviewOptions() {
  return queryOptions({
    queryKey: ['overview'],
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/overview', { signal })),
    meta: { inPlace: true },
  });
}
