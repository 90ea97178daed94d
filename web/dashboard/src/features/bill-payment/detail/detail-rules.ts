import type { StatusTone } from '@shared/table/status-pill';

import type {
  Counts,
  Line,
  LineStatus,
  PresentProduct,
  ScheduledDetail,
  ScheduledOrder,
  ScheduledStatus,
} from '../list-queries';

/** Lines of a page of the detail (specification 3, section 2.8). */
export const linesPerPage = 10;

/** A row of the detail. A missing line has no order. */
export type LineRow = Pick<Line, 'line' | 'destinationNo' | 'status'> & Partial<Line>;

/**
 * The state of a destination without a line: it still waits while the order is scheduled or a draft, and counts as
 * failed afterwards (specification 3, section 2.9).
 */
function missingState(status: ScheduledStatus): LineStatus {
  return status === 'scheduled' || status === 'draft' ? 'waiting' : 'failed';
}

/** The rows of a page from 1, in the order of the destinations. */
export function rowsOf(order: Pick<ScheduledDetail, 'destinationNos' | 'orders' | 'status'>, page: number): LineRow[] {
  const first = (page - 1) * linesPerPage;
  const known = new Map(order.orders.map((line) => [line.line, line]));
  return order.destinationNos.slice(first, first + linesPerPage).map((destinationNo, index) => {
    const line = first + index + 1;
    return known.get(line) ?? { line, destinationNo, status: missingState(order.status) };
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

/** The number of failed lines that a retry would send again: none while an earlier retry has them. */
export function retryable(order: Pick<ScheduledOrder, 'status' | 'counts' | 'retriedBy'>): number {
  return order.status === 'done' && order.retriedBy.length === 0 ? order.counts.failed : 0;
}

/** What a line costs now: the price of its product, or its amount with the fee; null for bills. */
export function presentPrice(
  { kind, amount }: Pick<ScheduledOrder, 'kind' | 'amount'>,
  { sellPrice, adminPrice = 0 }: Pick<PresentProduct, 'sellPrice' | 'adminPrice'>,
): number | null {
  if (kind === 'open') return (amount ?? 0) + adminPrice;
  return kind === 'prepaid' ? (sellPrice ?? null) : null;
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
