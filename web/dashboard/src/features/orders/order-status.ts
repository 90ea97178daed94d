import type { StatusTone } from '@shared/ui/status-pill';

import type { Order } from './order-queries';
import type { StatusId } from './order-search';

/** The status of an order, as the server names it. */
export type OrderStatus = Order['status'];

const tones: Record<OrderStatus, StatusTone> = { pending: 'waiting', success: 'done', failed: 'failed' };

/** Colour and icon of a status. A status that this page does not know is shown as waiting. */
export function statusTone(status: OrderStatus): StatusTone {
  return tones[status] ?? 'waiting';
}

/** Reports whether an order has a receipt: it succeeded. */
export function hasReceipt({ status }: Pick<Order, 'status'>): boolean {
  return status === 'success';
}

const byId: Record<StatusId, OrderStatus> = { '5': 'pending', '4': 'success', '3': 'failed' };

const ids: Record<OrderStatus, StatusId> = { pending: '5', success: '4', failed: '3' };

/** The filter's id of a status. */
export function idOfStatus(status: OrderStatus): StatusId {
  return ids[status];
}

/** The status that a filter id stands for. */
export function statusOfId(id: StatusId): OrderStatus {
  return byId[id];
}
