/** What endpoints can get, as docs/client-api.md#events lists it, in that order. */
export const eventTypes = [
  'order.succeeded',
  'order.failed',
  'order.reversed',
  'complaint.answered',
  'topup.credited',
  'wallet.low',
  'scheduled_order.done',
  'invoice.issued',
  'invoice.paid',
  'invoice.overdue',
  'storefront_order.paid',
  'storefront_order.delivered',
  'storefront_order.failed',
  'price.changed',
  'product.disturbed',
  'product.restored',
] as const;

/** A type of event. */
export type EventType = (typeof eventTypes)[number];
