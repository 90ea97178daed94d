import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import type { AnswerOf } from '@/api-types';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';

import { sumOf, type WeekDay } from './settlement-days';

const settlementKey = ['settlement'] as const;

type ClientSettlement = AnswerOf<'/staff/v1/clients/{id}/settlement', 'get'>;
export type Settlement = NonNullable<ClientSettlement['settlement']>;
export type Period = ClientSettlement['periods'][number];

/** The settlement of a client, which may have none, with its last periods. */
export function settlementOptions(id: number) {
  return queryOptions({
    queryKey: [...settlementKey, id],
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/clients/{id}/settlement', { params: { path: { id } }, signal })),
    meta: { inPlace: true },
  });
}

/** What staff set of a settlement, as the form has it. */
export interface SettlementInput {
  limit: number | undefined;
  cap: number | undefined;
  days: WeekDay[];
  terms: string;
  active: boolean;
  raises: boolean;
  reason: string;
}

/** Makes the settlement of a client, or changes it. */
export function saveSettlementOptions(id: number, isNew: boolean) {
  return mutationOptions({
    mutationKey: [...settlementKey, 'save', id],
    mutationFn: ({ limit = 0, cap = 0, days, terms, ...rest }: SettlementInput) => {
      const body = { ...rest, limit, cap, days: sumOf(days), terms: Number(terms) };
      const input = { params: { path: { id } }, body };
      return unwrap(
        isNew
          ? api.POST('/staff/v1/clients/{id}/settlement', input)
          : api.PATCH('/staff/v1/clients/{id}/settlement', input),
      );
    },
    onSuccess: reloads(settlementKey, ['clients'], ['overview']),
  });
}
