import type { DestinationFieldName, ShopNominal, ShopProduct } from '@shared/shop/shop-data';

import type { Destination } from '@/parts/destination-texts';

/** What a shopper wants to buy, complete. */
export interface Purchase {
  nominal: ShopNominal;
  destination: Destination;
}

/** Why something cannot be bought yet: fields without a value, in their order, and whether a nominal is chosen. */
export interface Missing {
  fields: DestinationFieldName[];
  nominal: boolean;
}

/** Returns the purchase, or what is missing. Spaces around a value do not count. */
export function purchaseOf(product: ShopProduct, typed: Destination, code: string): Purchase | Missing {
  const destination: Destination = {};
  for (const { name } of product.fields) destination[name] = (typed[name] ?? '').trim();
  const fields = product.fields.filter(({ name }) => !destination[name]).map(({ name }) => name);
  const nominal = product.nominals.find((one) => one.code === code);
  return fields.length > 0 || !nominal ? { fields, nominal: !nominal } : { nominal, destination };
}
