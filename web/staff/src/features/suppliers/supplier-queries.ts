import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import type { AnswerOf } from '@/api-types';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';

const suppliersKey = ['suppliers'] as const;

/** The state of a supplier, and what staff switched off. */
export type Supplier = AnswerOf<'/staff/v1/suppliers', 'get'>['data'][number];

export function suppliersOptions() {
  return queryOptions({
    queryKey: suppliersKey,
    queryFn: async ({ signal }) => (await unwrap(api.GET('/staff/v1/suppliers', { signal }))).data,
    refetchInterval: 5000,
    meta: { inPlace: true },
  });
}

/** A supplier with the last week of its balance. */
export type SupplierDetail = AnswerOf<'/staff/v1/suppliers/{code}', 'get'>;

export function supplierOptions(code: string) {
  return queryOptions({
    queryKey: [...suppliersKey, code],
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/suppliers/{code}', { params: { path: { code } }, signal })),
    refetchInterval: 15_000,
    meta: { inPlace: true },
  });
}

/** Sets at which balance staff are warned, and purchases stop. */
export function limitSupplierOptions(code: string) {
  return mutationOptions({
    mutationKey: [...suppliersKey, 'limits', code],
    mutationFn: (body: { alarm: number; stop: number; reason: string }) =>
      unwrap(api.PUT('/staff/v1/suppliers/{code}/limits', { params: { path: { code } }, body })),
    onSuccess: reloads(suppliersKey, ['overview']),
  });
}

/** Notes that money was sent to a supplier. */
export function refillSupplierOptions(code: string) {
  return mutationOptions({
    mutationKey: [...suppliersKey, 'refill', code],
    mutationFn: (body: { amount: number; reference: string; reason: string }) =>
      unwrap(api.POST('/staff/v1/suppliers/{code}/refills', { params: { path: { code } }, body })),
    onSuccess: reloads(suppliersKey),
  });
}

/** What of a supplier is to be on, and for how long something is off. */
export interface SupplierSwitch {
  purchases: boolean;
  inquiries: boolean;
  /** Hours until all is on again by itself; empty: until somebody switches it on. */
  hours: string;
  reason: string;
}

const hourMs = 3_600_000;

export function switchSupplierOptions(code: string) {
  return mutationOptions({
    mutationKey: [...suppliersKey, 'switch', code],
    mutationFn: ({ purchases, inquiries, hours, reason }: SupplierSwitch) => {
      const ends = hours !== '' && !(purchases && inquiries);
      const until = ends ? { until: new Date(Date.now() + Number(hours) * hourMs).toISOString() } : {};
      return unwrap(
        api.PATCH('/staff/v1/suppliers/{code}', {
          params: { path: { code } },
          body: { purchases, inquiries, reason, ...until },
        }),
      );
    },
    onSuccess: reloads(suppliersKey, ['overview']),
  });
}
