import type { ShopOperator } from '@shared/shop/shop-data';

/** What a shopper did. The server drops names and values that are not part of the shop's offer. */
export interface ShopEvent {
  kind: 'page_view' | 'component_click' | 'banner_click' | 'operator_view' | 'product_select' | 'checkout';
  name: string;
  value: string;
}

/** A page that was opened. `product` is the code of the SKU that is checked out. */
export interface OpenedPage {
  name: 'home' | 'product' | 'checkout' | 'order' | 'help';
  operator?: ShopOperator | undefined;
  product?: string | undefined;
}

/** Parts of the shop whose clicks are counted. */
export type ComponentName =
  | 'search'
  | 'operator'
  | 'popular'
  | 'group'
  | 'nominal'
  | 'checkout'
  | 'pay'
  | 'language'
  | 'help'
  | 'back'
  | 'copy'
  | 'again';

/** Returns the attributes of an element whose clicks are counted. `value`: code of the operator or SKU that it is about. */
export function countedClick(component: ComponentName, value = '') {
  return { 'data-click': component, 'data-value': value };
}

/** Returns the attributes of a banner whose clicks are counted. */
export function countedBanner(name: string, href: string) {
  return { 'data-banner': name, 'data-value': href };
}

/** Returns the events of opening a page: the view, and the step of the funnel that it is. */
export function eventsOfPage({ name, operator, product }: OpenedPage): ShopEvent[] {
  const code = operator?.code ?? '';
  const events: ShopEvent[] = [{ kind: 'page_view', name, value: code }];
  if (name === 'product' && code) events.push({ kind: 'operator_view', name: '', value: code });
  if (name === 'checkout' && product) events.push({ kind: 'checkout', name: code, value: product });
  return events;
}

/** Returns the events of a click on a counted element. The choice of a nominal is also a step of the funnel. */
export function eventsOfClick(data: Record<string, string | undefined>, operator = ''): ShopEvent[] {
  const { click, banner, value = '' } = data;
  if (banner !== undefined) return [{ kind: 'banner_click', name: banner, value }];
  if (!click) return [];
  const events: ShopEvent[] = [{ kind: 'component_click', name: click, value }];
  if (click === 'nominal') events.push({ kind: 'product_select', name: operator, value });
  return events;
}
