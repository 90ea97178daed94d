import type { DestinationFieldName } from '@shared/shop/shop-data';

import type { Texts } from '@/language/language';

/** What a shopper typed, by field. */
export type Destination = Partial<Record<DestinationFieldName, string>>;

const id = {
  fields: {
    number: 'Nomor HP',
    userId: 'User ID',
    zoneId: 'Zone ID',
    server: 'Server',
    meter: 'Nomor meter',
  } as Record<string, string>,
  /** What a number is called, by type of the operator. */
  numbers: { emoney: 'Nomor kartu' } as Record<string, string>,
};

const en: typeof id = {
  fields: { number: 'Mobile number', userId: 'User ID', zoneId: 'Zone ID', server: 'Server', meter: 'Meter number' },
  numbers: { emoney: 'Card number' },
};

export const destinationTexts: Texts<typeof id> = { id, en };

/** Returns the shop's own word for a field of the destination. */
export function fieldLabel(texts: typeof id, name: string, operatorType: string): string {
  return (name === 'number' && texts.numbers[operatorType]) || texts.fields[name] || name;
}
