import { newRequestKey } from '@shared/api/request-key';
import { storageKey } from '@shared/config/app-name';
import type { ShopNominal, ShopOperator } from '@shared/shop/shop-data';

import type { Destination } from '@/parts/destination-texts';

/** What a shopper is about to order. It stays in this tab, also after a reload. */
export interface CheckoutDraft {
  /** Makes a second press, or a press after a lost answer, the same order. */
  key: string;
  operator: ShopOperator & { type: string };
  nominal: ShopNominal;
  destination: Destination;
  /** The name behind the destination can be asked for. */
  isNamed?: boolean;
}

const name = (code: string) => storageKey(`${code}.draft`);

/** Keeps a draft. The same choice keeps its key. */
export function keepDraft(code: string, choice: Omit<CheckoutDraft, 'key'>): void {
  const before = readDraft(code);
  const isSame = before !== null && JSON.stringify({ ...before, key: '' }) === JSON.stringify({ ...choice, key: '' });
  const draft: CheckoutDraft = { ...choice, key: isSame ? before.key : newRequestKey() };
  try {
    sessionStorage.setItem(name(code), JSON.stringify(draft));
  } catch {
    // Without storage the checkout page says that nothing was chosen.
  }
}

/** Reads the draft of a shop, null without one. */
export function readDraft(code: string): CheckoutDraft | null {
  try {
    // Only keepDraft writes it.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return JSON.parse(sessionStorage.getItem(name(code)) ?? 'null') as CheckoutDraft | null;
  } catch {
    return null;
  }
}

/** Forgets the draft, once it is an order. */
export function forgetDraft(code: string): void {
  try {
    sessionStorage.removeItem(name(code));
  } catch {
    // There was none.
  }
}
