import { formatDayRange } from '@shared/format/calendar-day';
import type { DateRange } from '@shared/form/date-range';
import type { FormatLanguage } from '@shared/format/month-names';
import { walletTypeName } from '@shared/format/wallet-type';

import { filtersOf } from '../order-rules';
import { coversAllDates, type OrderSearch } from '../order-search';
import { hourTitle } from '../hours/order-hours';
import { statusOfId } from '../order-status';
import type { OrdersTexts } from '../orders-texts';

/** The change that an empty list offers. */
export type EmptyRemedy =
  | 'first-page'
  | 'all-hours'
  | 'all-dates'
  | 'clear-filters'
  | 'clear-search'
  | 'last-days'
  | 'other-orders';

/**
 * The change that an empty list offers. What covers all dates most often fails because of a range, so removing the
 * range comes before removing other filters.
 */
export function emptyRemedy(search: OrderSearch): EmptyRemedy {
  const { range, hour, status, walletType, paymentType } = filtersOf(search);
  if ((search.page ?? 1) > 1) return 'first-page';
  if (hour !== null) return 'all-hours';
  if (coversAllDates(search) && range !== null) return 'all-dates';
  if (status !== null || walletType !== null || paymentType !== null) return 'clear-filters';
  if (search.query !== undefined) return 'clear-search';
  return search.scheduledOrderId === undefined ? 'last-days' : 'other-orders';
}

/** The applied filters in one sentence: 'Nothing failed on 20 – 21 Nov 2026 in wallet Level 2.' */
export function emptySentence(search: OrderSearch, texts: OrdersTexts, language: FormatLanguage, zone: string): string {
  const { range, hour, status, walletType, paymentType } = filtersOf(search);
  const { empty } = texts;
  const parts = [
    empty.nothing[status === null ? 'any' : statusOfId(status)],
    search.query === undefined ? '' : empty.forSearch(search.query),
    search.scheduledOrderId === undefined ? '' : empty.byScheduled(search.scheduledOrderId),
    range === null ? '' : empty.on(hour === null ? days(range, language) : hourTitle(hour, zone, language)),
    walletType === null ? '' : empty.inWallet(walletTypeName(walletType)),
    paymentType === null ? '' : empty.paidBy(texts.paymentTypes[paymentType]),
  ];
  return `${parts.join('')}.`;
}

function days({ start, end }: DateRange, language: FormatLanguage): string {
  return formatDayRange(start, end, language, true);
}
