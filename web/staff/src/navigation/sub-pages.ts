import type { LinkOptions } from '@tanstack/react-router';

import { defineTexts } from '@shared/i18n/texts';

/** Titles of the pages below an area, and their shorter names in the breadcrumb. */
export const subPageTexts = defineTexts({
  en: {
    client: { title: 'Client', crumb: 'Client' },
    order: { title: 'Order', crumb: 'Order' },
    product: { title: 'Product', crumb: 'Product' },
    supplier: { title: 'Supplier', crumb: 'Supplier' },
  },
  id: {
    client: { title: 'Klien', crumb: 'Klien' },
    order: { title: 'Order', crumb: 'Order' },
    product: { title: 'Produk', crumb: 'Produk' },
    supplier: { title: 'Pemasok', crumb: 'Pemasok' },
  },
});

/** A page below an area. */
export type SubPage = keyof typeof subPageTexts.en;

/** The pages between the area and a page, the outermost first. */
export const pagesAbove: Record<SubPage, readonly SubPage[]> = { client: [], order: [], product: [], supplier: [] };

/** The links of pages that are above others. */
export const subPageLinks: Partial<Record<SubPage, LinkOptions>> = {};
