import { queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import type { AnswerOf } from '@shared/api/types';
import { runtimeConfig } from '@shared/config/runtime-config';

/** The limit within which a client pays later, as in the published API. */
export type Settlement = AnswerOf<'/v1/settlements', 'get'>['data'][number];

/** The settlement of the client, or null: it has none, or the deployment has settlements switched off. */
export function settlementOptions() {
  return queryOptions({
    queryKey: ['settlements', 'own'],
    queryFn: async ({ signal }): Promise<Settlement | null> => {
      if (!runtimeConfig.flags.settlement) return null;
      const { data } = await unwrap(api.settlement.GET('/v1/settlements', { signal }));
      return data[0] ?? null;
    },
    meta: { inPlace: true },
  });
}
