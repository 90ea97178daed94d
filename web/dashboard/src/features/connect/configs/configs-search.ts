import { oneOf, searchSchema } from '@shared/url/search-fields';

/** The tabs of the first step (docs/product/shop.md#look). */
export const tabs = ['web-info', 'custom-web'] as const;

/** The search parameters of the first step. */
export const configsSearchSchema = searchSchema({ tab: oneOf(tabs) });
