import { useEffect, useRef, useState } from 'react';

import type { OrderCheck } from './order-queries';
import type { ChangeDraft, OrderDraft } from './order-draft';
import { doubtfulVerdicts } from './checks/line-checks';
import type { OrderField, OrderProblem } from './form-rules';
import type { LineChecks } from './checks/use-line-checks';

/** What Proceed asks before it goes on. */
export type Question = { kind: 'doubtful'; count: number } | { kind: 'unchecked' };

interface ProceedOptions {
  draft: OrderDraft;
  checks: Pick<LineChecks, 'checkNow' | 'lines'>;
  /** What changes in a draft at a time: a default time moves on with the clock. */
  refreshed: (now: Date, draft: OrderDraft) => Partial<OrderDraft>;
  /** What is wrong with a draft at a time, by field. */
  problemsAt: (now: Date, draft: OrderDraft) => Partial<Record<OrderField, OrderProblem>>;
  onChange: ChangeDraft;
  /** The order is complete. Without a check the user goes on unchecked. */
  onReady: (draft: OrderDraft, check: OrderCheck | undefined) => void;
  /** The order can't be made as it is; the fields say why. */
  onProblem: () => void;
}

interface Proceed {
  /** When Proceed was pressed last: the fields show errors from then on. */
  pressedAt: Date | undefined;
  /** Proceed waits for the judgement of the list that is shown. */
  checking: boolean;
  question: Question | undefined;
  start: () => Promise<void>;
  /** Goes on in spite of the question. */
  anyway: () => void;
  back: () => void;
}

/**
 * What happens when Proceed is pressed: the server judges exactly what is shown, then Proceed asks about doubtful lines,
 * then the order is complete. A change of the draft meanwhile stops it, so that nothing unjudged goes on.
 */
export function useProceed(options: ProceedOptions): Proceed {
  const { checks, problemsAt, refreshed, onChange } = options;
  const [pressedAt, setPressedAt] = useState<Date>();
  const [checking, setChecking] = useState(false);
  const [question, setQuestion] = useState<Question & { check: OrderCheck | undefined; draft: OrderDraft }>();
  const latest = useRef<ProceedOptions>(options);
  const isUnmounted = useRef(false);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);

  async function start() {
    const now = new Date();
    setPressedAt(now);
    const moved = refreshed(now, options.draft);
    const draft = { ...options.draft, ...moved };
    if (Object.keys(moved).length > 0) onChange(moved);
    if (Object.keys(problemsAt(now, draft)).length > 0) {
      options.onProblem();
      return;
    }
    setChecking(true);
    const check = await checks.checkNow(draft).catch(() => undefined);
    if (isUnmounted.current) return;
    setChecking(false);
    const { current } = latest;
    if (!isSameOrder(draft, current.draft)) return;
    if (check === undefined) setQuestion({ kind: 'unchecked', check, draft });
    else if (isRefused(check)) current.onProblem();
    else {
      const count = doubtfulVerdicts(check.lines, checks.lines);
      if (count > 0) setQuestion({ kind: 'doubtful', count, check, draft });
      else current.onReady(draft, check);
    }
  }

  return {
    pressedAt,
    checking,
    question,
    start,
    anyway: () => {
      setQuestion(undefined);
      if (question) options.onReady(question.draft, question.check);
    },
    back: () => setQuestion(undefined),
  };
}

const orderFields = ['name', 'amount', 'scheduled', 'day', 'time', 'monthly', 'endMonth'] as const;

/** Whether two drafts are the same order. Names of contacts may arrive at any time. */
function isSameOrder(one: OrderDraft, other: OrderDraft): boolean {
  const { destinations } = one;
  return (
    orderFields.every((field) => one[field] === other[field]) &&
    destinations.length === other.destinations.length &&
    destinations.every(({ destinationNo }, index) => other.destinations[index]?.destinationNo === destinationNo)
  );
}

/** Whether the server would refuse the order: the form says why. */
function isRefused({ lines, refusals }: OrderCheck): boolean {
  return refusals.length > 0 || lines.some(({ verdict }) => verdict === 'no_number');
}
