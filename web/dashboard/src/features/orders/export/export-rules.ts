import type { StatusTone } from '@shared/ui/status-pill';

import { paymentTypes, statusIds } from '../order-search';
import { statusOfId } from '../order-status';
import type { OrdersTexts } from '../orders-texts';
import type { OrderExport } from './export-queries';

type Progress = Pick<OrderExport, 'id' | 'status'>;

/** Whether an export is done that the earlier list has as running or does not have. */
export function finishedNow(before: readonly Progress[], after: readonly Progress[]): boolean {
  const statusById = new Map(before.map((one) => [one.id, one.status]));
  return after.some((one) => one.status === 'done' && (statusById.get(one.id) ?? 'running') === 'running');
}

const tones: Record<OrderExport['status'], StatusTone> = {
  running: 'running',
  done: 'done',
  failed: 'failed',
  expired: 'cancelled',
};

/** Colour and icon of the status of an export. */
export function exportTone(status: OrderExport['status']): StatusTone {
  return tones[status] ?? 'cancelled';
}

type Filter = Pick<OrderExport, 'query' | 'scheduledOrderId' | 'filterType' | 'paymentType' | 'hour'>;

/** The filter of an export without dates and wallet, as words in the order of the form. */
export function exportFilterTexts(one: Filter, texts: OrdersTexts, hourName: (hour: string) => string): string[] {
  const status = statusIds.find((id) => Number(id) === one.filterType);
  const payment = paymentTypes.find((type) => type === one.paymentType);
  return [
    one.query,
    one.scheduledOrderId === '' ? '' : texts.scheduled.one(one.scheduledOrderId),
    one.hour ? hourName(one.hour) : '',
    status ? texts.status[statusOfId(status)] : '',
    payment ? texts.paymentTypes[payment] : '',
  ].filter((filter) => filter !== '');
}
