import type { OrderFilters } from '@/orders/order-queries';
import { isoDate, oneOf, pageNumber, searchSchema, searchText, textThat } from '@shared/url/search-fields';

export const statuses = ['pending', 'success', 'failed'] as const;

/** Ages from which orders are listed, in seconds. */
export const ages = ['60', '900', '3600', '86400'] as const;

export const ordersPerPage = 50;

const longestCode = 64;
const wholeNumber = textThat((given) => /^[1-9]\d{0,14}$/u.test(given));

/** The cursors of the pages up to the one that is shown, so that the page before is known. */
const trail = textThat((given) => /^\d{1,19}(?:-\d{1,19}){0,199}$/u.test(given));

/** The search parameters of the list of all orders, with the names of the API. */
export const orderSearchSchema = searchSchema({
  page: pageNumber(),
  cursors: trail,
  clientId: textThat((given) => /^[1-9]\d{0,8}$/u.test(given)),
  status: oneOf(statuses),
  supplier: searchText(longestCode),
  product: searchText(longestCode),
  reason: searchText(longestCode),
  amountFrom: wholeNumber,
  amountTo: wholeNumber,
  minAge: oneOf(ages),
  dateStart: isoDate(),
  dateEnd: isoDate(),
});

export type OrderSearch = ReturnType<typeof orderSearchSchema.parse>;

/** The names of the parameters that narrow the list. */
export const narrowing = [
  'clientId',
  'status',
  'supplier',
  'product',
  'reason',
  'amountFrom',
  'amountTo',
  'minAge',
  'dateStart',
  'dateEnd',
] as const satisfies ReadonlyArray<keyof OrderSearch>;

/** What the server is asked for. */
export function filtersOf(search: OrderSearch): OrderFilters {
  const { clientId, status, supplier, product, reason, amountFrom, amountTo, minAge, dateStart, dateEnd } = search;
  return {
    ...(clientId !== undefined && { clientId: Number(clientId) }),
    ...(status !== undefined && { status }),
    ...(supplier !== undefined && { supplier }),
    ...(product !== undefined && { product }),
    ...(reason !== undefined && { reason }),
    ...(amountFrom !== undefined && { amountFrom: Number(amountFrom) }),
    ...(amountTo !== undefined && { amountTo: Number(amountTo) }),
    ...(minAge !== undefined && { minAge: Number(minAge) }),
    ...(dateStart !== undefined && { dateStart }),
    ...(dateEnd !== undefined && { dateEnd }),
  };
}

/** The cursor of the page that is shown; undefined of the first. */
export function cursorOf({ cursors }: OrderSearch): string | undefined {
  return cursors?.split('-').at(-1);
}

/** The address of the page after the one that is shown, by the cursor that came with it. */
export function pageAfter(search: OrderSearch, cursor: string): OrderSearch | null {
  if (cursor === '') return null;
  return { ...search, cursors: search.cursors === undefined ? cursor : `${search.cursors}-${cursor}` };
}

/** The address of the page before the one that is shown; null on the first. */
export function pageBefore(search: OrderSearch): OrderSearch | null {
  if (search.cursors === undefined) return null;
  const before = search.cursors.split('-').slice(0, -1).join('-');
  return { ...search, cursors: before === '' ? undefined : before };
}

/** The number of the page that is shown. */
export function pageOf({ cursors }: OrderSearch): number {
  return cursors === undefined ? 1 : cursors.split('-').length + 1;
}
