import type { BillProduct } from '../order-form/order-queries';

/** How a product is bought: at its price, by a bill that is found first, or for an amount of choice. */
export type Kind = 'prepaid' | 'postpaid' | 'open';

const openTypes = new Set(['ewallet_inquiry']);

/** The kind of a product. Bills and open amounts have no price of their own. */
export function kindOf({ operatorType, sellPrice }: Pick<BillProduct, 'operatorType' | 'sellPrice'>): Kind {
  if (openTypes.has(operatorType) && sellPrice === undefined) return 'open';
  return sellPrice === undefined ? 'postpaid' : 'prepaid';
}
