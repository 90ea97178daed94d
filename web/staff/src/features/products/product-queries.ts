import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import type { AnswerOf } from '@/api-types';
import { type DayAndTime, momentOf } from '@/dialogs/day-and-time';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';

import type { ProductSearch } from './product-search';

const productsKey = ['products'] as const;

export type Product = AnswerOf<'/staff/v1/products', 'get'>['data'][number];
export type ProductDetail = AnswerOf<'/staff/v1/products/{code}', 'get'>;

export function productListOptions(search: ProductSearch) {
  return queryOptions({
    queryKey: [...productsKey, 'list', search],
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/products', { params: { query: search }, signal })),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
}

/** The operators and suppliers that the list can be narrowed by. */
export function productChoicesOptions() {
  return queryOptions({
    queryKey: [...productsKey, 'choices'],
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/product-choices', { signal })),
  });
}

export function productOptions(code: string) {
  return queryOptions({
    queryKey: [...productsKey, 'one', code],
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/products/{code}', { params: { path: { code } }, signal })),
    meta: { inPlace: true },
  });
}

/** What a form says about a product. A field that the user may not change is missing. */
export interface ProductValues {
  name: string;
  description: string;
  recommendedPrice: number | undefined;
  minAmount: number | undefined;
  maxAmount: number | undefined;
  active: boolean;
  cutOffFrom: string;
  cutOffTo: string;
  reason: string;
}

/** The fields of a form that differ from the product. */
export function changedFields(product: ProductDetail, values: ProductValues) {
  const { name, description, recommendedPrice, minAmount, maxAmount, active, cutOffFrom, cutOffTo } = values;
  const next = {
    ...(name !== product.name && { name }),
    ...(description !== product.description && { description }),
    ...(active !== product.active && { active }),
    ...((recommendedPrice ?? null) !== product.recommendedPrice && { recommendedPrice: recommendedPrice ?? 0 }),
    ...((minAmount ?? null) !== product.minAmount && { minAmount: minAmount ?? 0 }),
    ...((maxAmount ?? null) !== product.maxAmount && { maxAmount: maxAmount ?? 0 }),
  };
  const [from, to] = [product.cutOff?.from ?? '', product.cutOff?.to ?? ''];
  if (cutOffFrom === from && cutOffTo === to) return next;
  // The same time twice is no cut-off.
  return { ...next, cutOff: cutOffFrom === '' ? { from: '00:00', to: '00:00' } : { from: cutOffFrom, to: cutOffTo } };
}

export function changeProductOptions(product: ProductDetail) {
  const { code } = product;
  return mutationOptions({
    mutationKey: [...productsKey, 'change', code],
    mutationFn: (values: ProductValues) =>
      unwrap(
        api.PATCH('/staff/v1/products/{code}', {
          params: { path: { code } },
          body: { ...changedFields(product, values), reason: values.reason },
        }),
      ),
    onSuccess: reloads(productsKey),
  });
}

/** What a form says about the problem of a product. */
export interface ProblemValues {
  text: string;
  textId: string;
  /** Whether it begins later, at `from`. */
  later: boolean;
  from: DayAndTime;
  /** Whether it ends by itself, at `until`. */
  ends: boolean;
  until: DayAndTime;
  /** For all products of the operator. */
  operator: boolean;
  /** Tell the clients that bought it lately. */
  tell: boolean;
  reason: string;
}

export function startProblemOptions(code: string, zone: string) {
  return mutationOptions({
    mutationKey: [...productsKey, 'problem', code],
    mutationFn: ({ text, textId, later, from, ends, until, operator, tell, reason }: ProblemValues) => {
      const [begin, end] = [later ? momentOf(from, zone) : undefined, ends ? momentOf(until, zone) : undefined];
      return unwrap(
        api.POST('/staff/v1/products/{code}/problem', {
          params: { path: { code } },
          body: {
            problem: true,
            text,
            textId,
            operator,
            tellClients: tell,
            reason,
            ...(begin !== undefined && { from: begin }),
            ...(end !== undefined && { until: end }),
          },
        }),
      );
    },
    onSuccess: reloads(productsKey),
  });
}

export function endProblemOptions(code: string) {
  return mutationOptions({
    mutationKey: [...productsKey, 'problem', code],
    mutationFn: ({ operator, reason }: { operator: boolean; reason: string }) =>
      unwrap(
        api.POST('/staff/v1/products/{code}/problem', {
          params: { path: { code } },
          body: { problem: false, operator, reason },
        }),
      ),
    onSuccess: reloads(productsKey),
  });
}

/** A supplier of a product in its order. */
export interface SupplierLine {
  supplier: string;
  active: boolean;
}

export function setSuppliersOptions(code: string) {
  return mutationOptions({
    mutationKey: [...productsKey, 'suppliers', code],
    mutationFn: ({ suppliers, reason }: { suppliers: SupplierLine[]; reason: string }) =>
      unwrap(
        api.PUT('/staff/v1/products/{code}/suppliers', { params: { path: { code } }, body: { suppliers, reason } }),
      ),
    onSuccess: reloads(productsKey),
  });
}
