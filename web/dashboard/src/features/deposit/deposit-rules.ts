import type { QueryOf } from '@shared/api/types';
import { endsBeforeStart, type PeriodEnds } from '@shared/form/period-order';
import { addDays, type Day, daysBetween } from '@shared/format/calendar-day';
import { firstDay, monthOf } from '@shared/format/calendar-month';
import { firstKeysetPage, keysetPageAfter, keysetPageBefore } from '@shared/url/keyset-page';

import { allWallets, type DepositSearch, type Operation, type WalletType, walletTypes } from './deposit-search';

/** Rows of a full page. A shorter page is the last one. */
export const pageSize = 10;

/** Start of the reference of a transfer with a unique amount, which was matched without staff. */
const autoCheckPrefix = '0003';

/** Parameters of the history. Only values that are set are sent. */
export type HistoryParams = QueryOf<'/v1/depositevents', 'get'>;

export interface WalletState {
  type: string;
  active: boolean;
}

/** The wallet that the page shows without a filter: the first active one with a type. */
function defaultWallet(wallets: readonly WalletState[]): WalletType | undefined {
  const first = wallets.find(({ type, active }) => active && type !== '')?.type;
  return walletTypes.find((type) => type === first);
}

/** The wallet that a search shows, or undefined for all. */
export function shownWallet(search: DepositSearch, wallets: readonly WalletState[]): WalletType | undefined {
  if (search.depositType === allWallets) return undefined;
  return search.depositType ?? defaultWallet(wallets);
}

/**
 * The period of a search without parts that lack the one before: an end day needs a start time, for example. A part
 * that the server would refuse is left out too. Nothing of a period that ends before it starts applies.
 */
export function periodOf(search: DepositSearch, today: Day): PeriodEnds {
  const { dateStart, timeStart, dateEnd, timeEnd } = search;
  if (dateStart === undefined || daysBetween(dateStart, today) < 0 || endsBeforeStart(search)) return {};
  if (timeStart === undefined) return { dateStart };
  if (dateEnd === undefined || daysBetween(dateEnd, today) < 0) return { dateStart, timeStart };
  if (timeEnd === undefined) return { dateStart, timeStart, dateEnd };
  return { dateStart, timeStart, dateEnd, timeEnd };
}

/** The times of a whole day. */
const dayBegins = '00:00';
const dayEnds = '23:59';

/**
 * The URL after a change of the period: clearing a date clears what comes after it; the first page. A date that is chosen
 * without a time means the whole day. A start time that is cleared, also while it is typed again, leaves the end as it is.
 */
export function withPeriod(search: DepositSearch, change: PeriodEnds): DepositSearch {
  const { dateStart, timeStart, dateEnd, timeEnd } = { ...search, ...change };
  const whole = isChosen(search.dateStart, dateStart) || dateEnd !== undefined ? dayBegins : undefined;
  const start = dateStart === undefined ? undefined : (timeStart ?? whole);
  const end = start === undefined ? undefined : dateEnd;
  const wholeEnd = isChosen(search.dateEnd, end) ? dayEnds : undefined;
  return {
    ...search,
    ...firstKeysetPage,
    dateStart,
    timeStart: start,
    dateEnd: end,
    timeEnd: end === undefined ? undefined : (timeEnd ?? wholeEnd),
  };
}

function isChosen(before: Day | undefined, day: Day | undefined): boolean {
  return before === undefined && day !== undefined;
}

const periodParts = ['dateStart', 'timeStart', 'dateEnd', 'timeEnd'] as const;

/** The periods that are chosen at once. */
export const periodNames = ['today', 'thisMonth', 'lastMonth'] as const;
export type PeriodName = (typeof periodNames)[number];

/** A period from the first minute of its first day to the last one of its last day. */
export function namedPeriod(name: PeriodName, today: Day): Required<PeriodEnds> {
  const first = firstDay(monthOf(today));
  const last = addDays(first, -1);
  const days = {
    today: { dateStart: today, dateEnd: today },
    thisMonth: { dateStart: first, dateEnd: today },
    lastMonth: { dateStart: firstDay(monthOf(last)), dateEnd: last },
  }[name];
  return { ...days, timeStart: dayBegins, timeEnd: dayEnds };
}

/** The name of a period, or null for another one. */
export function nameOfPeriod(period: PeriodEnds, today: Day): PeriodName | null {
  const same = (name: PeriodName) => {
    const named = namedPeriod(name, today);
    return periodParts.every((part) => period[part] === named[part]);
  };
  return periodNames.find(same) ?? null;
}

/** The URL after another filter changed: the first page. */
export function withFilter(
  search: DepositSearch,
  change: Pick<DepositSearch, 'action' | 'depositType' | 'query'>,
): DepositSearch {
  return { ...search, ...firstKeysetPage, ...change };
}

/** The URL without any filter but the wallet. */
export function withoutFilters(search: DepositSearch): DepositSearch {
  return { depositType: search.depositType };
}

/** The parameters of the history. If the URL has both cursors, `before` wins. */
export function historyParams(search: DepositSearch, wallet: WalletType | undefined, today: Day): HistoryParams {
  const params = filterParams(search, wallet, today);
  if (search.page !== undefined && search.page > 1) params.page = search.page;
  if (search.before !== undefined) params.before = search.before;
  else if (search.after !== undefined) params.after = search.after;
  return params;
}

/** The parameters of the history without page and cursor. */
export function filterParams(search: DepositSearch, wallet: WalletType | undefined, today: Day): HistoryParams {
  const params: HistoryParams = { ...periodOf(search, today) };
  if (search.query !== undefined) params.query = search.query;
  if (search.action !== undefined) params.action = search.action;
  if (wallet !== undefined) params.depositType = wallet;
  return params;
}

/** Whether a filter narrows the history of the wallet. */
export function isNarrowed(search: DepositSearch, today: Day): boolean {
  return search.action !== undefined || periodOf(search, today).dateStart !== undefined;
}

interface Row {
  id: string;
}

const idOf = (row: Row) => row.id;

/** The URL of the next page, or null if this page is the last. */
export function nextPage(search: DepositSearch, rows: readonly Row[]): DepositSearch | null {
  const cursor = keysetPageAfter(search.page, rows, pageSize, idOf);
  return cursor && { ...search, ...cursor };
}

/** The URL of the previous page, or null on the first. */
export function previousPage(search: DepositSearch, rows: readonly Row[]): DepositSearch | null {
  const cursor = keysetPageBefore(search.page, rows, idOf);
  return cursor && { ...search, ...cursor };
}

const outgoing: ReadonlySet<string> = new Set<Operation>(['payment', 'topup_fee', 'deduct', 'tax_22']);

/** Whether an operation takes money from the wallet. */
export function isOutgoing(operation: string): boolean {
  return outgoing.has(operation);
}

/**
 * Whether a row is a transfer with a unique amount, which the bank's notice matched. References of payments are the
 * client's own, and the tax of a transfer has the transfer's.
 */
export function isAutoCheck({ action, reference }: { action: string; reference: string }): boolean {
  return action === 'topup' && reference.startsWith(autoCheckPrefix);
}

/** Whether all four parts of a period are set, as an export needs. */
export function canExport(period: PeriodEnds): boolean {
  const { dateStart, timeStart, dateEnd, timeEnd } = period;
  return ![dateStart, timeStart, dateEnd, timeEnd].includes(undefined);
}

const twoDigits = 2;

/** The name of an exported file: '[Export Deposit] 20261121143215073', by the clock of the viewer. */
export function exportName(at: Date): string {
  const parts = [at.getMonth() + 1, at.getDate(), at.getHours(), at.getMinutes(), at.getSeconds()];
  const digits = parts.map((part) => part.toString().padStart(twoDigits, '0')).join('');
  return `[Export Deposit] ${at.getFullYear()}${digits}${at.getMilliseconds().toString().padStart(3, '0')}`;
}
