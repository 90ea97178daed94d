import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import type { AnswerOf } from '@/api-types';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';

const exclusionsKey = ['supplier-exclusions'] as const;

/** What the system switched off at suppliers, and when it does. */
export type Exclusions = AnswerOf<'/staff/v1/supplier-exclusions', 'get'>;

export type Exclusion = Exclusions['data'][number];

/** The product with its supplier, or the whole supplier. */
export function nameOf({ supplier, productCode }: Exclusion): string {
  return productCode === '' ? supplier : `${productCode}, ${supplier}`;
}

export function exclusionsOptions() {
  return queryOptions({
    queryKey: exclusionsKey,
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/supplier-exclusions', { signal })),
    refetchInterval: 10_000,
    meta: { inPlace: true },
  });
}

export type ExclusionAction = 'end' | 'forbid' | 'allow';

/** Switches on what the system switched off, or forbids it. */
export function actOnExclusionOptions({ supplier, productCode }: Exclusion, action: ExclusionAction) {
  return mutationOptions({
    mutationKey: [...exclusionsKey, supplier, productCode, action],
    mutationFn: ({ reason }: { reason: string }) =>
      unwrap(
        api.POST('/staff/v1/suppliers/{code}/exclusion', {
          params: { path: { code: supplier } },
          body: { productCode, action, reason },
        }),
      ),
    onSuccess: reloads(exclusionsKey, ['suppliers'], ['overview']),
  });
}

export type ExclusionRules = Omit<Exclusions['settings'], 'reason' | 'changedBy' | 'changedAt'>;

/** The fields of the settings as they are typed. */
export type TypedRules = { on: boolean; reason: string } & Record<Exclude<keyof ExclusionRules, 'on'>, string>;

/** Sets when the system switches something off. */
export function setExclusionsOptions() {
  return mutationOptions({
    mutationKey: [...exclusionsKey, 'settings'],
    mutationFn: ({ on, reason, spanMinutes, fewest, failedPercent, pauseMinutes, successes }: TypedRules) =>
      unwrap(
        api.PUT('/staff/v1/supplier-exclusions/settings', {
          body: {
            on,
            reason,
            spanMinutes: Number(spanMinutes),
            fewest: Number(fewest),
            failedPercent: Number(failedPercent),
            pauseMinutes: Number(pauseMinutes),
            successes: Number(successes),
          },
        }),
      ),
    onSuccess: reloads(exclusionsKey),
  });
}
