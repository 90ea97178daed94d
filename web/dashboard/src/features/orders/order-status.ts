import type { StatusTone } from '@shared/table/status-pill';

import type { Order } from './order-queries';
import type { StatusId } from './order-search';

/** A state of an order, as the server names it. */
export type OrderStatus = Order['status'];

const tones: Record<OrderStatus, StatusTone> = { pending: 'waiting', success: 'done', failed: 'failed' };

/** Colour and icon of a state. A state that a newer server knows and this page does not is shown as waiting. */
export function statusTone(status: OrderStatus): StatusTone {
  return tones[status] ?? 'waiting';
}

const byId: Record<StatusId, OrderStatus> = { '5': 'pending', '4': 'success', '3': 'failed' };

const ids: Record<OrderStatus, StatusId> = { pending: '5', success: '4', failed: '3' };

/** The status id that the filter has for a state. */
export function idOfStatus(status: OrderStatus): StatusId {
  return ids[status];
}

/** The state that a status id of the filter stands for. */
export function statusOfId(id: StatusId): OrderStatus {
  return byId[id];
}
