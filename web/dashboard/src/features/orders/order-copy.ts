import { formatDateTime } from '@shared/format/local-time';
import type { FormatLanguage } from '@shared/format/month-names';

import type { Order } from './order-queries';

/** The labels of the copied text. */
export interface CopyLabels {
  time: string;
  orderId: string;
  product: string;
  destination: string;
}

/**
 * The text that Copy puts on the clipboard: time, order id, product and destination number, one per line. It is meant
 * for a chat with customer service. Numbers have no gaps.
 */
export function orderCopyText(order: Order, labels: CopyLabels, timeZone: string, language: FormatLanguage): string {
  return [
    `${labels.time}: ${formatDateTime(order.createdAt, timeZone, language)}`,
    `${labels.orderId}: ${order.orderId}`,
    `${labels.product}: ${productName(order)}`,
    `${labels.destination}: ${order.destinationNo}`,
  ].join('\n');
}

/** The product's name, or its code if the catalogue has no name any more. */
export function productName(order: Pick<Order, 'productName' | 'productCode'>): string {
  return order.productName || order.productCode;
}

/** Formats a reference in the order of the server: 'name: SITI AMINAH · power: R1/1300'. */
export function referenceText(reference: Order['reference'], nameOf: (key: string) => string): string {
  return Object.entries(reference)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${nameOf(key)}: ${value}`)
    .join(' · ');
}
