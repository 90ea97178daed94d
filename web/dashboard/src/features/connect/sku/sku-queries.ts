import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import type { AnswerOf, BodyOf } from '@shared/api/types';
import { reportingFailure } from '@shared/reporting/report-failure';

import { connectKeys } from '../connect-queries';
import type { SkuSearch } from './sku-search';

/** A SKU with the prices of the client. */
export type Sku = AnswerOf<'/v1/external/clientproducts/webapp', 'get'>['clientProducts'][number];

/** One way to price SKUs, as the calls take it. */
export type PricingBody = BodyOf<'/v1/external/clientproducts/csp-margin/all', 'post'>;

/** What was priced. */
export type PricesSet = AnswerOf<'/v1/external/clientproducts/csp-margin/all', 'post'>;

/** What a pricing would have earned, with that pricing. */
export type Trial = AnswerOf<'/v1/external/clientproducts/csp-margin/simulation', 'post'> & { pricing: PricingBody };

/** The size of a page (docs/product/shop.md#prices). */
export const skusPerPage = 10;

/** A page of SKUs. The rows of the previous page stay until the new ones are loaded. */
export function skuListOptions({ sort, page, ...filters }: SkuSearch) {
  return queryOptions({
    queryKey: [...connectKeys.skus, 'list', { ...filters, sort, page }],
    queryFn: ({ signal }) => {
      const query = { ...filters, marginSort: sort, page: page ?? 1, perPage: skusPerPage };
      return reportingFailure(
        'Error when get product list on product page',
        signal,
        unwrap(api.connect.GET('/v1/external/clientproducts/webapp', { params: { query }, signal })),
      );
    },
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
}

/** What a pricing would have earned; for all SKUs without codes. */
export function trialOptions(codes: readonly string[] | undefined, pricing: PricingBody | null) {
  return queryOptions({
    queryKey: [...connectKeys.skus, 'trial', codes, pricing],
    queryFn: async ({ signal }): Promise<Trial> => {
      const trialPricing = pricing ?? {};
      const body = { ...trialPricing, ...(codes && { productIds: [...codes] }) };
      const trial = await unwrap(
        api.connect.POST('/v1/external/clientproducts/csp-margin/simulation', { body, signal }),
      );
      return { ...trial, pricing: trialPricing };
    },
    enabled: pricing !== null,
    placeholderData: keepPreviousData,
    retry: false,
    meta: { inPlace: true },
  });
}

interface NewPrices {
  /** Codes of SKUs; undefined for all. */
  codes: readonly string[] | undefined;
  pricing: PricingBody;
}

/** Whether a key is one of `trialOptions`. */
const isTrial = (key: readonly unknown[]) => key[connectKeys.skus.length] === 'trial';

/** Prices SKUs. The form shows refusals. It asks for a trial of the new prices only if it stays open. */
export function setPricesOptions({ formStays }: { formStays: boolean }) {
  return mutationOptions({
    mutationKey: ['connect', 'prices'],
    mutationFn: ({ codes, pricing }: NewPrices): Promise<PricesSet> => {
      if (codes === undefined) {
        return unwrap(api.connect.POST('/v1/external/clientproducts/csp-margin/all', { body: pricing }));
      }
      const body = { ...pricing, productIds: [...codes] };
      return unwrap(api.connect.PATCH('/v1/external/clientproducts/csp-margin', { body }));
    },
    meta: { inPlace: true, reportAll: true },
    onSuccess: (_set, _prices, _result, { client }) => {
      const queryKey = connectKeys.skus;
      const trials = formStays ? 'active' : 'none';
      void client.invalidateQueries({ queryKey, predicate: (query) => !isTrial(query.queryKey) });
      void client.invalidateQueries({ queryKey, predicate: (query) => isTrial(query.queryKey), refetchType: trials });
    },
  });
}
