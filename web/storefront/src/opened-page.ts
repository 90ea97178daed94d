import type { ShopData } from '@shared/shop/shop-data';

import type { OpenedPage } from './events/shop-event';
import { readDraft } from '@/browser-storage/checkout-draft';
import { screenInPath } from './location';

/** Returns what page was opened, for the shop's figures. */
export function openedPage({ code, product }: ShopData, path = window.location.pathname): OpenedPage {
  if (product) return { name: 'product', operator: product.operator };
  const { name } = screenInPath(path);
  if (name === 'product') return { name: 'home' };
  if (name === 'orders') return { name: 'order' };
  const draft = name === 'checkout' ? readDraft(code) : null;
  return { name, operator: draft?.operator, product: draft?.nominal.code };
}
