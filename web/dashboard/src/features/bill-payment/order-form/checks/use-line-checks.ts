import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

import { useLanguage } from '@shared/i18n/language';
import { useCurrentUser } from '@/session/current-user';

import type { BillProduct, CheckedLine, CheckInput, OrderCheck } from '../order-queries';
import type { OrderDraft } from '../order-draft';
import { countsOf, knownLines, type KnownLine, type LineKind } from './line-checks';
import { checkInputOf } from '../form-rules';
import { checkForProceed, checkOrderOptions, isYoung } from './check-queries';
import { KeptVerdicts } from './kept-verdicts';
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
  /** When the server judged the one of them that it judged longest ago. */
  checkedAt: Date | undefined;
  /** Gets the judgement of a draft, which may be newer than what is shown. Rejects if it fails. */
  checkNow: (draft: OrderDraft) => Promise<OrderCheck>;
}

/** Checks an order while it is made: what changed after each change, bills on demand. */
export function useLineChecks(product: BillProduct, draft: OrderDraft, zone: string): LineChecks {
  const client = useQueryClient();
  const { destinations, duplicates } = draft;
  const input = useCheckInput(draft, product, zone);
  const [settled] = useDebouncedValue(input, checkPause);
  const verdicts = useKeptVerdicts(product.code);
  // The digest of ten thousand numbers is not made again with each key that is pressed.
  const check = useQuery(useMemo(() => checkOrderOptions(settled, verdicts), [settled, verdicts]));
  const answer = check.data?.lines;
  const search = useBillSearch(product.code);
  const { bills } = search;
  // Kept between renderings: ten thousand lines are too many to join again with each key that is pressed.
  const lines = useMemo(() => {
    const byNumber = new Map<string, CheckedLine>(answer?.map((line) => [line.destinationNo, line]));
    return knownLines(destinations, byNumber, bills);
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
    checkedAt: check.data && new Date(check.data.askedAt),
    checkNow: async (now) => {
      const latest = checkInputOf(now, product, zone);
      const options = checkOrderOptions(latest, verdicts);
      // It may be under way, or have just come.
      const shown = await client.fetchQuery(options);
      if (isYoung(shown)) return shown;
      const again = await checkForProceed(latest, verdicts);
      client.setQueryData(options.queryKey, again);
      return again;
    },
  };
}

/** The verdicts of the form: others for another product, user or language. */
function useKeptVerdicts(productCode: string): KeptVerdicts {
  const userId = useCurrentUser()?.id;
  const language = useLanguage();
  const scope = [productCode, userId, language].join(' ');
  return useMemo(() => new KeptVerdicts(scope), [scope]);
}

/** The input of the check. It is the same object until something in it changes. */
function useCheckInput(draft: OrderDraft, product: BillProduct, zone: string): CheckInput {
  const { destinations, amount, scheduled, day, time, monthly, endMonth } = draft;
  return useMemo(
    () => checkInputOf({ destinations, amount, scheduled, day, time, monthly, endMonth }, product, zone),
    [destinations, amount, scheduled, day, time, monthly, endMonth, product, zone],
  );
}
