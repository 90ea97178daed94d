import type { StatusTone } from '@shared/ui/status-pill';

import type {
  Counts,
  Line,
  LineStatus,
  RetryLines,
  ScheduledDetail,
  ScheduledOrder,
  ScheduledStatus,
} from '../scheduled-order-queries';

/** Whether lines of an order still wait or are in flight, also after the order was cancelled. */
export function hasOpenLines({ pending, waiting }: Pick<Counts, 'pending' | 'waiting'>): boolean {
  return pending + waiting > 0;
}

/** Lines of a page of the detail (docs/product/bill-payment.md#scheduled-orders). */
export const linesPerPage = 10;

/** A row of the detail. A missing line has no order. */
export type LineRow = Pick<Line, 'line' | 'destinationNo' | 'status'> & Partial<Line>;

/**
 * The state of a destination without a line: it still waits while the order is scheduled or a draft, and counts as
 * failed afterwards (docs/product/bill-payment.md#scheduled-orders).
 */
function missingState(status: ScheduledStatus): LineStatus {
  return status === 'scheduled' || status === 'draft' ? 'waiting' : 'failed';
}

/** The rows of a page from 1, in the order of the destinations. */
export function rowsOf(order: Pick<ScheduledDetail, 'destinationNos' | 'orders' | 'status'>, page: number): LineRow[] {
  const first = (page - 1) * linesPerPage;
  const lineByNumber = new Map(order.orders.map((line) => [line.line, line]));
  return order.destinationNos.slice(first, first + linesPerPage).map((destinationNo, index) => {
    const line = first + index + 1;
    return lineByNumber.get(line) ?? { line, destinationNo, status: missingState(order.status) };
  });
}

/** The number of pages of an order; 1 at least. */
export function pagesOf(quantity: number): number {
  return Math.max(1, Math.ceil(quantity / linesPerPage));
}

/** The colour and icon of a line's state. A bill that was paid already is shown as failed, with its reason. */
export const lineTones = {
  waiting: 'queued',
  pending: 'waiting',
  success: 'done',
  failed: 'failed',
  error: 'failed',
  canceled: 'cancelled',
} as const satisfies Record<LineStatus, StatusTone>;

/**
 * The number of failed and cancelled lines that a retry of all would send again: none while the order runs, or while an
 * earlier retry has them. Single lines may still be chosen.
 */
export function retryable(order: Pick<ScheduledOrder, 'status' | 'counts' | 'retriedBy' | 'executedAt'>): {
  failed: number;
  canceled: number;
} {
  const { status, counts } = order;
  const hasEnded = status === 'done' || (status === 'canceled' && order.executedAt !== null && !hasOpenLines(counts));
  if (!hasEnded || order.retriedBy.length > 0) return { failed: 0, canceled: 0 };
  return { failed: counts.failed, canceled: counts.canceled };
}

/** A retry that can be offered. */
export interface Retry {
  kind: 'chosen' | 'failed' | 'canceled';
  count: number;
  what: RetryLines;
}

/** The retries of an order: of the chosen lines, else of all failed and of all cancelled ones. */
export function retriesOf(order: Parameters<typeof retryable>[0], selection: ReadonlySet<number>): Retry[] {
  if (selection.size > 0) return [{ kind: 'chosen', count: selection.size, what: { lines: [...selection] } }];
  const { failed, canceled } = retryable(order);
  const all: Retry[] = [
    { kind: 'canceled', count: canceled, what: { statuses: ['canceled'] } },
    { kind: 'failed', count: failed, what: { statuses: ['failed'] } },
  ];
  return all.filter(({ count }) => count > 0);
}

/** A part of the progress bar. */
export interface Segment {
  kind: 'success' | 'failed' | 'pending' | 'canceled' | 'waiting';
  count: number;
}

/** The parts of the progress bar in their order. The counts add up to the total. */
export function segmentsOf({ success, failed, error, pending, canceled, waiting }: Counts): Segment[] {
  return [
    { kind: 'success', count: success },
    { kind: 'failed', count: failed + error },
    { kind: 'pending', count: pending },
    { kind: 'canceled', count: canceled },
    { kind: 'waiting', count: waiting },
  ];
}
