import { useEffect, useState } from 'react';

import type { Month } from '@shared/format/calendar-month';
import type { Day } from '@shared/format/calendar-day';
import { useCurrentUser } from '@/session/current-user';

import type { Destination } from './destinations';

/** An order that is being made. */
export interface Draft {
  name: string;
  /** Of each number, for open-amount products. */
  amount: number | undefined;
  /** 'Set Up a Schedule' is on. */
  scheduled: boolean;
  day: Day | undefined;
  /** HH:mm in the client's zone. */
  time: string | undefined;
  monthly: boolean;
  /** The last month of a monthly order. */
  endMonth: Month | undefined;
  destinations: Destination[];
  /** Numbers that were given again and taken out. */
  duplicates: number;
  /** Name of the CSV file that was read last. */
  file: string | undefined;
}

/** A draft without input. */
export const emptyDraft: Draft = {
  name: '',
  amount: undefined,
  scheduled: false,
  day: undefined,
  time: undefined,
  monthly: false,
  endMonth: undefined,
  destinations: [],
  duplicates: 0,
  file: undefined,
};

/** What a change of the numbers changes in a draft. Without numbers, what was read and merged is forgotten too. */
export function withDestinations(destinations: Destination[]): Partial<Draft> {
  return destinations.length > 0 ? { destinations } : { destinations, duplicates: 0, file: undefined };
}

/** Changes some fields of a draft, also by what they are by then. */
export type ChangeDraft = (change: Partial<Draft> | ((before: Draft) => Partial<Draft>)) => void;

// By user, because another one may sign in in the same tab.
const keyOf = (userId: string | undefined, productCode: string) => `loket.bill-payment.${userId ?? ''}.${productCode}`;
const storePause = 400;

function stored(key: string): Draft {
  try {
    const text = sessionStorage.getItem(key);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this file alone
    return text === null ? emptyDraft : { ...emptyDraft, ...(JSON.parse(text) as Partial<Draft>) };
  } catch {
    return emptyDraft; // storage is off or was changed by hand
  }
}

/** Forgets a user's draft of a product. */
export function forgetDraft(userId: string | undefined, productCode: string): void {
  try {
    sessionStorage.removeItem(keyOf(userId, productCode));
  } catch {
    // Storage is off: there is nothing to forget.
  }
}

/** The draft of a product, which survives a reload of the page in this tab. */
export function useDraft(productCode: string): [Draft, ChangeDraft] {
  const key = keyOf(useCurrentUser()?.id, productCode);
  const [draft, setDraft] = useState(() => stored(key));
  useEffect(() => {
    if (draft === emptyDraft) return undefined;
    let kept = false;
    const keep = () => {
      if (kept) return;
      kept = true;
      try {
        sessionStorage.setItem(key, JSON.stringify(draft));
      } catch {
        // Storage is off or full: a reload loses the draft, nothing else.
      }
    };
    const timer = setTimeout(keep, storePause);
    window.addEventListener('pagehide', keep); // a reload right after the last change loses nothing
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, [draft, key]);
  return [
    draft,
    (change) => setDraft((before) => ({ ...before, ...(typeof change === 'function' ? change(before) : change) })),
  ];
}
