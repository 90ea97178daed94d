import { storageKey } from '@shared/config/app-name';

/** An order that was made in this browser. */
export interface RecentOrder {
  /** Path of its page, which is the key to it. */
  link: string;
  product: string;
  /** When it was made. */
  at: string;
}

const name = (code: string) => storageKey(`${code}.orders`);
const most = 10;

/** Keeps an order in this browser, so that a closed tab loses none. The oldest go first. */
export function rememberOrder(code: string, order: Omit<RecentOrder, 'at'>): void {
  const others = readOrders(code).filter(({ link }) => link !== order.link);
  write(code, [{ ...order, at: new Date().toISOString() }, ...others].slice(0, most));
}

/** Reads the orders of a shop, the newest first. */
export function readOrders(code: string): RecentOrder[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(name(code)) ?? '[]');
    return Array.isArray(list) ? list.filter((one) => isOrderOf(code, one)) : [];
  } catch {
    return [];
  }
}

/** Forgets them, for a browser that others use too. */
export function forgetOrders(code: string): void {
  write(code, []);
}

function write(code: string, list: RecentOrder[]): void {
  try {
    if (list.length > 0) localStorage.setItem(name(code), JSON.stringify(list));
    else localStorage.removeItem(name(code));
  } catch {
    // Without storage the shopper has the link alone.
  }
}

/** Whatever stands in the storage: links lead to orders of this shop alone. */
function isOrderOf(code: string, one: unknown): one is RecentOrder {
  if (typeof one !== 'object' || one === null) return false;
  const { link, product, at } = one as Partial<Record<keyof RecentOrder, unknown>>;
  return (
    typeof link === 'string' &&
    link.startsWith(`/${encodeURIComponent(code)}/orders/`) &&
    typeof product === 'string' &&
    typeof at === 'string'
  );
}
