import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';

import { type BillProduct, type CheckedLine, checkLinesOptions, findBills, type FoundBill } from '../bill-queries';
import type { Destination } from './destinations';
import { countsOf, knownLines, type KnownLine, type LineKind } from './line-checks';

const checkPause = 500;
/** Bills that one call finds (server's limit). */
const billsPerCall = 50;

/** What is known of the lines of an order. */
export interface LineChecks {
  lines: KnownLine[];
  counts: ReadonlyMap<LineKind, number>;
  /** When the server judged them last. */
  checkedAt: Date | undefined;
  /** What other scheduled orders will take from the wallet; undefined before the check. */
  scheduled: number | undefined;
  /** The search for bills; undefined while none runs. */
  search: { done: number; all: number } | undefined;
  /** Finds the bills of lines that have none yet. A second call stops the search. */
  toggleSearch: () => void;
  /** The last search failed. */
  searchFailed: boolean;
}

/** Checks the lines of an order while it is made: verdicts after each change, bills on demand. */
export function useLineChecks(
  product: BillProduct,
  destinations: readonly Destination[],
  duplicates: number,
): LineChecks {
  const [settled] = useDebouncedValue(destinations, checkPause);
  const check = useQuery(checkLinesOptions(product.code, settled));
  const [bills, setBills] = useState<ReadonlyMap<string, FoundBill>>(new Map());
  const [search, setSearch] = useState<{ done: number; all: number }>();
  const [searchFailed, setSearchFailed] = useState(false);
  const running = useRef<AbortController>(undefined);
  const checked = check.data?.lines;
  // Kept between renderings: ten thousand lines are too many to join again with each key that is pressed.
  const lines = useMemo(() => {
    const verdicts = new Map<string, CheckedLine>(checked?.map((line) => [line.destinationNo, line]));
    return knownLines(destinations, verdicts, bills);
  }, [destinations, checked, bills]);
  const counts = useMemo(() => countsOf(lines, duplicates), [lines, duplicates]);

  async function find(signal: AbortSignal) {
    const wanted = lines.filter(({ kind }) => kind === 'ok').map(({ destinationNo }) => destinationNo);
    setSearchFailed(false);
    setSearch({ done: 0, all: wanted.length });
    for (let first = 0; first < wanted.length && !signal.aborted; first += billsPerCall) {
      const part = wanted.slice(first, first + billsPerCall);
      // oxlint-disable-next-line no-await-in-loop -- one call at a time, so that others have their turn
      const found = await findBills(product.code, part, signal);
      setBills(
        (before) => new Map([...before, ...found.map((bill): [string, FoundBill] => [bill.destinationNo, bill])]),
      );
      setSearch({ done: first + part.length, all: wanted.length });
    }
  }

  function toggleSearch() {
    if (running.current) {
      running.current.abort();
      return;
    }
    const controller = new AbortController();
    running.current = controller;
    find(controller.signal)
      .catch(() => setSearchFailed(!controller.signal.aborted))
      .finally(() => {
        running.current = undefined;
        setSearch(undefined);
      });
  }

  return {
    lines,
    counts,
    checkedAt: check.data && new Date(check.dataUpdatedAt),
    scheduled: check.data?.scheduled,
    search,
    toggleSearch,
    searchFailed,
  };
}
