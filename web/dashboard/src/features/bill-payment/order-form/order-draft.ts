import { useEffect, useState } from 'react';

import { newRequestKey } from '@shared/api/request-key';
import type { Month } from '@shared/format/calendar-month';
import type { Day } from '@shared/format/calendar-day';
import { forgetDraft as forgetStored, keepDraft, readDraft } from '@shared/session/drafts';
import { useCurrentUser } from '@/session/current-user';

import type { Destination, Duplicate } from './destinations/destinations';

/** An order that is being made. */
export interface OrderDraft {
  name: string;
  /** Of each number, for open-amount products. */
  amount: number | undefined;
  /** 'Set Up a Schedule' is on. */
  scheduled: boolean;
  /** Day and time are the default, which moves on with the clock until the user chooses or proceeds. */
  defaultTime: boolean;
  day: Day | undefined;
  /** HH:mm in the client's zone. */
  time: string | undefined;
  monthly: boolean;
  /** The last month of a monthly order. */
  endMonth: Month | undefined;
  destinations: Destination[];
  /** Numbers that were given again and taken out, in their order. */
  duplicates: Duplicate[];
  /** Names of the CSV files that were read. */
  files: string[];
}

/** A draft without input. */
export const emptyDraft: OrderDraft = {
  name: '',
  amount: undefined,
  scheduled: false,
  defaultTime: false,
  day: undefined,
  time: undefined,
  monthly: false,
  endMonth: undefined,
  destinations: [],
  duplicates: [],
  files: [],
};

/** The numbers of a draft and where they came from. */
export type DraftNumbers = Pick<OrderDraft, 'destinations' | 'duplicates' | 'files'>;

/** Sets the numbers. An empty list also clears its duplicates and file names. */
export function withDestinations(destinations: Destination[]): Partial<DraftNumbers> {
  return destinations.length > 0 ? { destinations } : { destinations, duplicates: [], files: [] };
}

/** Merges a partial draft; a function gets the latest draft. */
export type ChangeDraft = (change: Partial<OrderDraft> | ((before: OrderDraft) => Partial<OrderDraft>)) => void;

// By user, because another one may sign in in the same tab.
const nameOf = (userId: string | undefined, productCode: string) => `bill-payment.${userId ?? ''}.${productCode}`;
const storePause = 400;

function stored(name: string): OrderDraft {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this file alone
  return { ...emptyDraft, ...(readDraft(name) as Partial<OrderDraft> | undefined) };
}

/** Forgets a user's draft of a product. */
export function forgetDraft(userId: string | undefined, productCode: string): void {
  forgetStored(nameOf(userId, productCode));
}

/**
 * The `Idempotency-Key` of the order of a draft, and the function that makes another one when the draft has ended. It is
 * stored beside the draft, so that a reloaded or copied tab sends the same order.
 */
export function useOrderKey(productCode: string): {
  key: string;
  renew: () => void;
  /** Takes the key of another tab, so that both send one order. */
  adopt: (key: string) => void;
} {
  const name = `${nameOf(useCurrentUser()?.id, productCode)}.key`;
  const [key, setKey] = useState(() => {
    const storedDraft = readDraft(name);
    if (typeof storedDraft === 'string') return storedDraft;
    const first = newRequestKey();
    keepDraft(name, first);
    return first;
  });
  function adopt(next: string) {
    keepDraft(name, next);
    setKey(next);
  }
  return { key, renew: () => adopt(newRequestKey()), adopt };
}

/** The draft of a product, which survives a reload of the page in this tab. `restored`: it had input. */
export function useDraft(productCode: string): { draft: OrderDraft; change: ChangeDraft; restored: boolean } {
  const name = nameOf(useCurrentUser()?.id, productCode);
  const [first] = useState(() => stored(name));
  const [draft, setDraft] = useState(first);
  useEffect(() => {
    if (draft === first) return undefined;
    let isKept = false;
    const keep = () => {
      if (!isKept) keepDraft(name, draft);
      isKept = true;
    };
    const timer = setTimeout(keep, storePause);
    window.addEventListener('pagehide', keep); // a reload right after the last change loses nothing
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, [draft, first, name]);
  return {
    draft,
    change: (change) =>
      setDraft((before) => ({ ...before, ...(typeof change === 'function' ? change(before) : change) })),
    restored: first.name !== '' || first.destinations.length > 0,
  };
}
