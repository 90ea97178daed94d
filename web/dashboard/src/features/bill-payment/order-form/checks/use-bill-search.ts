import { useEffect, useRef, useState } from 'react';

import { findBills, type FoundBill } from '../order-queries';

/** Bills that one call finds (server's limit). */
const billsPerCall = 50;

/** The search for the bills of the lines of an order. */
export interface BillSearch {
  /** What was found, by number. */
  bills: ReadonlyMap<string, FoundBill>;
  /** The search for bills; undefined while none runs. */
  search: { done: number; all: number } | undefined;
  /** Finds the bills of some numbers. A second call stops the search. */
  toggleSearch: (numbers: readonly string[]) => void;
  /** The last search failed. */
  searchFailed: boolean;
}

/** Finds bills on demand, a part at a time. The search ends with the dialog. */
export function useBillSearch(productCode: string): BillSearch {
  const [bills, setBills] = useState<ReadonlyMap<string, FoundBill>>(new Map());
  const [search, setSearch] = useState<{ done: number; all: number }>();
  const [searchFailed, setSearchFailed] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function find(numbers: readonly string[], signal: AbortSignal) {
    setSearchFailed(false);
    setSearch({ done: 0, all: numbers.length });
    for (let first = 0; first < numbers.length && !signal.aborted; first += billsPerCall) {
      const part = numbers.slice(first, first + billsPerCall);
      // oxlint-disable-next-line no-await-in-loop -- one call at a time, so that others have their turn
      const matches = await findBills(productCode, part, signal);
      if (signal.aborted) return;
      setBills(
        (before) => new Map([...before, ...matches.map((bill): [string, FoundBill] => [bill.destinationNo, bill])]),
      );
      setSearch({ done: first + part.length, all: numbers.length });
    }
  }

  function toggleSearch(numbers: readonly string[]) {
    if (running.current) {
      running.current.abort();
      return;
    }
    const controller = new AbortController();
    running.current = controller;
    find(numbers, controller.signal)
      .catch(() => setSearchFailed(!controller.signal.aborted))
      .finally(() => {
        running.current = undefined;
        setSearch(undefined);
      });
  }

  return { bills, search, toggleSearch, searchFailed };
}
