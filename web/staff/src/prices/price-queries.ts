import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import type { AnswerOf } from '@/api-types';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';
import type { Day } from '@shared/format/calendar-day';
import { zonedMoment } from '@shared/format/zoned-moment';

const pricesKey = ['prices'] as const;
const changed = reloads(pricesKey, ['products'], ['approvals'], ['overview']);

export type PriceChange = AnswerOf<'/staff/v1/price-changes', 'get'>['data'][number];
export type ClientPrice = AnswerOf<'/staff/v1/clients/{id}/prices', 'get'>['data'][number];

interface ChangesQuery {
  status: 'scheduled' | 'applied' | 'cancelled';
  productCode?: string;
  page?: number | undefined;
}

/** Changes of prices and costs: those to come in their order, others newest first. */
export function priceChangesOptions(query: ChangesQuery) {
  return queryOptions({
    queryKey: [...pricesKey, 'changes', query],
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/price-changes', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
}

export function clientPricesOptions(id: number, page: number | undefined) {
  return queryOptions({
    queryKey: [...pricesKey, 'client', id, page],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/staff/v1/clients/{id}/prices', { params: { path: { id }, query: { page } }, signal })),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
}

/** What a form says about a price. */
export interface PriceValues {
  productCode: string;
  /** Undefined ends the price by hand. */
  amount: number | undefined;
  later: boolean;
  from: { day: Day | undefined; time: string | undefined };
  /** Whether it ends by itself, at `until`. */
  ends: boolean;
  until: { day: Day | undefined; time: string | undefined };
  reason: string;
}

function momentOf({ day, time }: PriceValues['from'], zone: string) {
  return day === undefined ? undefined : zonedMoment(day, time ?? '00:00', zone).toISOString();
}

function bodyOf({ amount, reason, later, from, ends, until }: PriceValues, zone: string) {
  const [effectiveAt, end] = [later ? momentOf(from, zone) : undefined, ends ? momentOf(until, zone) : undefined];
  return {
    reason,
    ...(amount !== undefined && { amount }),
    ...(effectiveAt !== undefined && { effectiveAt }),
    ...(end !== undefined && { until: end }),
  };
}

/** Sets the list price of a product by hand, or ends that. */
export function setPriceOptions(zone: string) {
  return mutationOptions({
    mutationKey: [...pricesKey, 'set'],
    mutationFn: (values: PriceValues) =>
      unwrap(
        api.POST('/staff/v1/products/{code}/price', {
          params: { path: { code: values.productCode } },
          body: bodyOf(values, zone),
        }),
      ),
    onSuccess: changed,
  });
}

/** Sets or ends the own price of a client. */
export function setClientPriceOptions(id: number, zone: string) {
  return mutationOptions({
    mutationKey: [...pricesKey, 'set', id],
    mutationFn: (values: PriceValues) =>
      unwrap(
        api.POST('/staff/v1/clients/{id}/prices', {
          params: { path: { id } },
          body: { productCode: values.productCode, ...bodyOf(values, zone) },
        }),
      ),
    onSuccess: changed,
  });
}

export function cancelChangeOptions(id: string) {
  return mutationOptions({
    mutationKey: [...pricesKey, 'cancel', id],
    mutationFn: ({ reason }: { reason: string }) =>
      unwrap(api.POST('/staff/v1/price-changes/{id}/cancel', { params: { path: { id } }, body: { reason } })),
    onSuccess: changed,
  });
}
