import type { OrderDetail } from '../order-queries';

type Step = OrderDetail['history'][number];

/** Icon and colour of an entry. */
export type EntryLook = 'created' | 'money' | 'sent' | 'done' | 'failed' | 'waiting' | 'declined' | 'returned';

/** One event of an order, or what a pending order waits for. */
export interface TimelineEntry {
  key: string;
  look: EntryLook;
  title: string;
  /** The cause, in one line. */
  cause: string;
  /** The movement in the wallet: signed amount, balance before and after. */
  money?: { amount: number; before: number; after: number } | undefined;
  /** RFC 3339; undefined if it has not happened yet. */
  at?: string | undefined;
}

/** Texts of the timeline. */
export interface TimelineWords {
  created: string;
  byApi: string;
  byKey: (ending: string) => string;
  inDashboard: string;
  charged: string;
  sent: string;
  attempt: (number: number) => string;
  working: string;
  workingCause: string;
  declined: string;
  declinedCause: (reason: string) => string;
  success: string;
  failed: string;
  refundedTo: (wallet: string) => string;
  waiting: string;
  nextCheck: (time: string) => string;
  noSupplier: string;
  noSupplierCause: string;
}

/** The entries of an order's history, newest first. A pending order starts with what it waits for. */
export function orderTimeline(
  order: Pick<OrderDetail, 'history' | 'status' | 'nextCheckAt'>,
  words: TimelineWords,
  wallet: string,
  nextCheck: (moment: string) => string,
): TimelineEntry[] {
  const entries = order.history.map((step, index) => ({
    ...entryOf(step, words, wallet),
    key: `${index}-${step.event}`,
    at: step.at,
  }));
  entries.reverse();
  if (order.status !== 'pending' || order.history.at(-1)?.event === 'waiting') return entries;
  const cause = order.nextCheckAt ? words.nextCheck(nextCheck(order.nextCheckAt)) : words.workingCause;
  return [{ key: 'waiting', look: 'waiting', title: words.waiting, cause }, ...entries];
}

type EntryWords = Pick<TimelineEntry, 'look' | 'title' | 'cause' | 'money'>;

function entryOf(step: Step, words: TimelineWords, wallet: string): EntryWords {
  switch (step.event) {
    case 'placed':
      return { look: 'created', title: words.created, cause: placedBy(step, words) };
    case 'charged':
      return { look: 'money', title: words.charged, cause: '', money: moneyOf(step) };
    case 'refunded':
      return { look: 'returned', title: words.refundedTo(wallet), cause: '', money: moneyOf(step) };
    case 'sent':
      return { look: 'sent', title: words.sent, cause: words.attempt(step.attempt ?? 1) };
    case 'waiting':
      return { look: 'waiting', title: words.noSupplier, cause: words.noSupplierCause };
    default:
      return outcomeEntry(step, words);
  }
}

function placedBy({ channel, apiKeyEnding }: Step, words: TimelineWords): string {
  if (channel !== 'h2h') return words.inDashboard;
  return apiKeyEnding ? words.byKey(apiKeyEnding) : words.byApi;
}

function outcomeEntry({ outcome, reason = '' }: Step, words: TimelineWords): EntryWords {
  if (outcome === 'success') return { look: 'done', title: words.success, cause: reason };
  if (outcome === 'failed') return { look: 'failed', title: words.failed, cause: reason };
  if (outcome === 'retried') return { look: 'declined', title: words.declined, cause: words.declinedCause(reason) };
  return { look: 'sent', title: words.working, cause: '' };
}

function moneyOf({ amount, balanceBefore, balanceAfter }: Step): TimelineEntry['money'] {
  if (amount === undefined || balanceBefore === undefined || balanceAfter === undefined) return undefined;
  return { amount, before: balanceBefore, after: balanceAfter };
}
