import { readPreviewQuery } from '@shared/shop/preview';
import type { ShopData } from '@shared/shop/shop-data';
import { readTheme } from '@shared/shop/theme';

import { exampleShop } from './preview/example-data';

/** A page of the development server, which writes no data, is a preview. */
const withoutData: Partial<ShopData> = { preview: import.meta.env.DEV };

/** Reads what the server wrote into the page. A preview shows example data in the theme that its address names. */
export function readShopData(text: string, query = window.location.search): ShopData {
  const given = parse(text);
  const example = given.preview ? exampleShop : { name: '', popular: [], groups: [] };
  const shop = {
    code: 'example',
    logo: '',
    banners: [],
    events: false,
    preview: false,
    dashboardOrigin: '',
    ...example,
    ...given,
  };
  const theme = readTheme({ ...given.theme });
  return { ...shop, theme: shop.preview ? readTheme({ ...readPreviewQuery(query) }, theme) : theme };
}

function parse(text: string): Partial<ShopData> {
  try {
    // The server writes it with this shape.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return JSON.parse(text) as Partial<ShopData>;
  } catch {
    return withoutData;
  }
}
