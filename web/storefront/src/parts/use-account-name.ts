import { useEffect, useState } from 'react';

import { askName, CallError } from '@/calls/shop-calls';
import { useLanguage } from '@/language/language';

import type { Destination } from './destination-texts';

/** The name behind a destination, or why there is none. Null: not known, which says nothing about the destination. */
export type AccountName = { name: string } | { problem: string } | null;

/** What is asked about. */
interface Question {
  /** Code of the shop. */
  code: string;
  /** Any product of the operator: all have the same destinations. */
  productCode: string;
  destination: Destination;
}

/** Asks for the name behind a destination after a pause in milliseconds. Null asks nothing. */
export function useAccountName(question: Question | null, pause: number): AccountName {
  const { language } = useLanguage();
  const [latest, setLatest] = useState<{ of: string; answer: AccountName }>({ of: '', answer: null });
  const questionKey = question && JSON.stringify([language, question]);
  useEffect(() => {
    if (!questionKey) return undefined;
    // It was written a line above.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const [spoken, { code, productCode, destination }] = JSON.parse(questionKey) as [typeof language, Question];
    let isOver = false;
    const showAnswer = (answer: AccountName) => {
      if (!isOver) setLatest({ of: questionKey, answer });
    };
    const timer = setTimeout(() => {
      askName(code, spoken, { productCode, destination })
        .then(({ accountName }) => showAnswer({ name: accountName }))
        .catch((error: unknown) => showAnswer(problemOf(error)));
    }, pause);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [questionKey, pause]);
  return latest.of === questionKey ? latest.answer : null;
}

/** Only a refusal of the destination is a problem. That a supplier does not answer is none. */
function problemOf(error: unknown): AccountName {
  if (!(error instanceof CallError)) return null;
  const [field] = Object.values(error.fields);
  if (error.code === 'ValidationError') return { problem: field ?? error.message };
  return error.code === 'BillError' ? { problem: error.message } : null;
}
