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
export interface TimelineTexts {
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
  retryable: string;
  checkNumber: string;
  refundedTo: (wallet: string) => string;
  waiting: string;
  nextCheck: (time: string) => string;
  noSupplier: string;
  noSupplierCause: string;
}

/** The entries of an order's history, newest first. A pending order starts with what it waits for. */
export function orderTimeline(
  order: Pick<OrderDetail, 'history' | 'status' | 'nextCheckAt' | 'failure'>,
  texts: TimelineTexts,
  wallet: string,
  nextCheck: (moment: string) => string,
): TimelineEntry[] {
  const entries = order.history.map((step, index) => ({
    ...entryOf(step, texts, wallet, adviceOf(order.failure, texts)),
    key: `${index}-${step.event}`,
    at: step.at,
  }));
  entries.reverse();
  if (order.status !== 'pending' || order.history.at(-1)?.event === 'waiting') return entries;
  const cause = order.nextCheckAt ? texts.nextCheck(nextCheck(order.nextCheckAt)) : texts.workingCause;
  return [{ key: 'waiting', look: 'waiting', title: texts.waiting, cause }, ...entries];
}

type EntryText = Pick<TimelineEntry, 'look' | 'title' | 'cause' | 'money'>;

/** What a person can do about a failure; empty if there is nothing to say. */
function adviceOf(failure: OrderDetail['failure'], texts: TimelineTexts): string {
  if (!failure) return '';
  if (failure.retryable) return texts.retryable;
  return failure.category === 'destination' ? texts.checkNumber : '';
}

function entryOf(step: Step, texts: TimelineTexts, wallet: string, advice: string): EntryText {
  switch (step.event) {
    case 'placed':
      return { look: 'created', title: texts.created, cause: placedBy(step, texts) };
    case 'charged':
      return { look: 'money', title: texts.charged, cause: '', money: moneyOf(step) };
    case 'refunded':
      return { look: 'returned', title: texts.refundedTo(wallet), cause: '', money: moneyOf(step) };
    case 'sent':
      return { look: 'sent', title: texts.sent, cause: texts.attempt(step.attempt ?? 1) };
    case 'waiting':
      return { look: 'waiting', title: texts.noSupplier, cause: texts.noSupplierCause };
    default:
      return outcomeEntry(step, texts, advice);
  }
}

function placedBy({ channel, apiKeyEnding }: Step, texts: TimelineTexts): string {
  if (channel !== 'h2h') return texts.inDashboard;
  return apiKeyEnding ? texts.byKey(apiKeyEnding) : texts.byApi;
}

function outcomeEntry({ outcome, reason = '' }: Step, texts: TimelineTexts, advice: string): EntryText {
  if (outcome === 'success') return { look: 'done', title: texts.success, cause: reason };
  if (outcome === 'failed')
    return { look: 'failed', title: texts.failed, cause: [reason, advice].filter(Boolean).join('. ') };
  if (outcome === 'retried') return { look: 'declined', title: texts.declined, cause: texts.declinedCause(reason) };
  return { look: 'sent', title: texts.working, cause: '' };
}

function moneyOf({ amount, balanceBefore, balanceAfter }: Step): TimelineEntry['money'] {
  if (amount === undefined || balanceBefore === undefined || balanceAfter === undefined) return undefined;
  return { amount, before: balanceBefore, after: balanceAfter };
}
