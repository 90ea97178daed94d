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
 * What Copy puts on the clipboard: time, order id, product and destination number, one a line,
 * because it is pasted into a chat with customer service. Numbers stand plain, without gaps.
 */
export function orderCopyText(order: Order, labels: CopyLabels, timeZone: string, language: FormatLanguage): string {
  return [
    `${labels.time}: ${formatDateTime(order.createdAt, timeZone, language)}`,
    `${labels.orderId}: ${order.orderId}`,
    `${labels.product}: ${productName(order)}`,
    `${labels.destination}: ${order.destinationNo}`,
  ].join('\n');
}

/** The product's name, or its code where the catalogue no longer has one. */
export function productName(order: Pick<Order, 'productName' | 'productCode'>): string {
  return order.productName || order.productCode;
}

/** 'name: SITI AMINAH · power: R1/1300': what a product says about an order, in the order the server gives it. */
export function referenceText(reference: Order['reference'], nameOf: (key: string) => string): string {
  return Object.entries(reference)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${nameOf(key)}: ${value}`)
    .join(' · ');
}
