import type { StatusTone } from '@shared/table/status-pill';

import type { OrderExport } from './export-queries';

type Progress = Pick<OrderExport, 'id' | 'status'>;

/** Whether an export that was running, or not yet there, in the list before is done in the one after. */
export function finishedNow(before: readonly Progress[], after: readonly Progress[]): boolean {
  const known = new Map(before.map((one) => [one.id, one.status]));
  return after.some((one) => one.status === 'done' && (known.get(one.id) ?? 'running') === 'running');
}

const tones: Record<OrderExport['status'], StatusTone> = {
  running: 'running',
  done: 'done',
  failed: 'failed',
  expired: 'cancelled',
};

/** Colour and icon of an export's state. */
export function exportTone(status: OrderExport['status']): StatusTone {
  return tones[status] ?? 'cancelled';
}
