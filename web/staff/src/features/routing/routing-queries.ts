import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import type { AnswerOf } from '@/api-types';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';

const routingKey = ['routing'] as const;

/** The rules by which orders get their suppliers, with the settings that they depend on. */
export type Routing = AnswerOf<'/staff/v1/routing', 'get'>;
export type Rule = Routing['rules'][number];
export type Strategy = Rule['strategy'];
/** What the rules say of an order. */
export type Trial = AnswerOf<'/staff/v1/routing/try', 'post'>;

export function routingOptions() {
  return queryOptions({
    queryKey: routingKey,
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/routing', { signal })),
    meta: { inPlace: true },
  });
}

/** Stores a whole list in place of the version that was read. */
export function replaceRoutingOptions(version: number, rules: Rule[]) {
  return mutationOptions({
    mutationKey: [...routingKey, 'replace'],
    mutationFn: ({ reason }: { reason: string }) =>
      unwrap(api.PUT('/staff/v1/routing', { body: { version, rules, reason } })),
    onSuccess: reloads(routingKey),
  });
}

/** An order that is only thought of, as it is typed. */
export interface TrialValues {
  product: string;
  client: string;
  number: string;
  /** Hour of the day; empty: now. */
  hour: string;
}

export function tryRoutingOptions() {
  return mutationOptions({
    mutationKey: [...routingKey, 'try'],
    mutationFn: ({ product, client, number, hour }: TrialValues) =>
      unwrap(
        api.POST('/staff/v1/routing/try', {
          body: {
            productCode: product.trim(),
            destinationNo: number.trim(),
            clientId: Number(client),
            ...(hour !== '' && { hour: Number(hour) }),
          },
        }),
      ),
  });
}
