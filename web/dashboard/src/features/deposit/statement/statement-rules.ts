import { type Day, daysBetween } from '@shared/format/calendar-day';
import { firstDay, lastDay, type Month, monthBefore, monthOf, yearOf } from '@shared/format/calendar-month';

import { type HistoryParams, shownWallet } from '../deposit-rules';
import type { Operation, WalletType } from '../deposit-search';
import type { OperationTotal, Statement } from './statement-queries';
import type { StatementSearch } from './statement-search';

/** The months that can be chosen: the current one and two years before it. */
const months = 25;

/** The months that can be chosen, the newest first. */
export function monthChoices(today: Day): Month[] {
  const list = [monthOf(today)];
  while (list.length < months) list.push(monthBefore(list.at(-1) ?? ''));
  return list;
}

/** The years of a recap that can be chosen, the newest first. */
export function yearChoices(today: Day): number[] {
  return [...new Set(monthChoices(today).map((month) => yearOf(month)))];
}

/** The month of a search: the last complete one without any, and for a month to come. */
export function shownMonth(search: StatementSearch, today: Day): Month {
  const current = monthOf(today);
  return search.month !== undefined && search.month <= current ? search.month : monthBefore(current);
}

/** The wallet of a search: the default one without any, and for a wallet that the client does not have. */
export function walletOf(
  search: StatementSearch,
  wallets: readonly { type: string; active: boolean }[],
): WalletType | undefined {
  const has = wallets.some(({ type }) => type === search.depositType);
  const activeWallet = has ? shownWallet({ depositType: search.depositType }, wallets) : shownWallet({}, wallets);
  // A client whose wallets are all inactive still has statements.
  return (
    activeWallet ??
    shownWallet(
      {},
      wallets.map(({ type }) => ({ type, active: true })),
    )
  );
}

/** The last day that a statement covers: that of the month, or today. */
export function endOf(month: Month, today: Day): Day {
  const last = lastDay(month);
  return daysBetween(last, today) < 0 ? today : last;
}

/** The export of a month. */
export function exportOf(wallet: WalletType, month: Month, today: Day): HistoryParams {
  return {
    depositType: wallet,
    dateStart: firstDay(month),
    timeStart: '00:00',
    dateEnd: endOf(month, today),
    timeEnd: '23:59',
  };
}

// What came in stands before what went out.
const paperOrder: readonly Operation[] = [
  'topup_va',
  'topup',
  'topup_penalty',
  'refund',
  'payment',
  'topup_fee',
  'deduct',
  'tax_22',
];

/** The operations of a statement in the order of the paper. */
export function operationsOf(statement: Statement): OperationTotal[] {
  return statement.totals.toSorted((a, b) => paperOrder.indexOf(a.action) - paperOrder.indexOf(b.action));
}

/** The sum of an operation; undefined if there was none. */
export function totalOf(totals: readonly OperationTotal[], action: Operation): OperationTotal | undefined {
  return totals.find((total) => total.action === action);
}

const hundredths = 100;

/** Formats a rate in hundredths of a per cent as '0,5%'. */
export function formatRate(points: number): string {
  return `${(points / hundredths).toString().replace('.', ',')}%`;
}

/** The rate that all deposits have in common; undefined if they differ or one is unknown. */
export function commonRate(statement: Statement): number | undefined {
  const [first, ...others] = statement.taxed.map(({ points }) => points);
  return first !== undefined && first > 0 && others.every((points) => points === first) ? first : undefined;
}
