import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

import {
  type BillProduct,
  checkOrderOptions,
  type CheckedLine,
  type CheckInput,
  type OrderCheck,
} from '../order-queries';
import type { OrderDraft } from '../order-draft';
import { countsOf, knownLines, type KnownLine, type LineKind } from './line-checks';
import { checkInputOf } from '../form-rules';
import { type BillSearch, useBillSearch } from './use-bill-search';

const checkPause = 500;

/** What is known of the lines of an order. */
export interface LineChecks extends BillSearch {
  lines: KnownLine[];
  counts: ReadonlyMap<LineKind, number>;
  /** The server's last judgement; undefined before the first. It may be that of the list before a change. */
  check: OrderCheck | undefined;
  /** The judgement is not that of the order as it is now. */
  outdated: boolean;
  /** The last try to get a judgement failed. */
  failed: boolean;
  checkAgain: () => void;
  /** When the server judged them last. */
  checkedAt: Date | undefined;
  /** Gets the judgement of a draft, which may be newer than what is shown. Rejects if it fails. */
  checkNow: (draft: OrderDraft) => Promise<OrderCheck>;
}

/** Checks an order while it is made: verdicts after each change, bills on demand. */
export function useLineChecks(product: BillProduct, draft: OrderDraft, zone: string): LineChecks {
  const client = useQueryClient();
  const { destinations, duplicates } = draft;
  const input = useCheckInput(draft, product, zone);
  const [settled] = useDebouncedValue(input, checkPause);
  const check = useQuery(checkOrderOptions(settled));
  const answer = check.data?.lines;
  const search = useBillSearch(product.code);
  const { bills } = search;
  // Kept between renderings: ten thousand lines are too many to join again with each key that is pressed.
  const lines = useMemo(() => {
    const verdicts = new Map<string, CheckedLine>(answer?.map((line) => [line.destinationNo, line]));
    return knownLines(destinations, verdicts, bills);
  }, [destinations, answer, bills]);
  const counts = useMemo(() => countsOf(lines, duplicates.length), [lines, duplicates]);
  const isEmpty = destinations.length === 0;
  return {
    ...search,
    lines,
    counts,
    check: isEmpty ? undefined : check.data,
    outdated: !isEmpty && (settled !== input || check.data === undefined || check.isPlaceholderData),
    failed: check.isError,
    checkAgain: () => void check.refetch(),
    checkedAt: check.data && new Date(check.dataUpdatedAt),
    checkNow: async (now) => await client.fetchQuery(checkOrderOptions(checkInputOf(now, product, zone))),
  };
}

/** The input of the check. It is the same object until something in it changes. */
function useCheckInput(draft: OrderDraft, product: BillProduct, zone: string): CheckInput {
  const { destinations, amount, scheduled, day, time, monthly, endMonth } = draft;
  return useMemo(
    () => checkInputOf({ destinations, amount, scheduled, day, time, monthly, endMonth }, product, zone),
    [destinations, amount, scheduled, day, time, monthly, endMonth, product, zone],
  );
}
