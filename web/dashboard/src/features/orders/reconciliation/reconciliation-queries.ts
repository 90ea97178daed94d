import { mutationOptions } from '@tanstack/react-query';

import { session } from '@/session/session';
import { baseUrlOf } from '@shared/api/client';
import type { ApiProblem } from '@shared/api/problem';
import type { AnswerOf } from '@shared/api/types';
import { uploadForm } from '@shared/api/upload';
import type { Day } from '@shared/format/calendar-day';

/** What a comparison found. */
export type Reconciliation = AnswerOf<'/v1/reconciliations', 'post'>;

/** One difference. */
export type Difference = Reconciliation['rows'][number];

/** What is compared. */
export interface Books {
  day: Day | undefined;
  file: File | undefined;
}

/** Compares a file with the orders. It changes nothing. */
export function reconcileOptions(onProgress: (share: number) => void) {
  return mutationOptions({
    mutationKey: ['reconciliations', 'compare'],
    mutationFn: async ({ day = '', file }: Books) => {
      const form = new FormData();
      if (file) form.set('file', file);
      const url = `${baseUrlOf('main')}/v1/reconciliations?day=${encodeURIComponent(day)}`;
      // The published shape of the answer.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return (await uploadForm(session, url, form, onProgress)) as Reconciliation;
    },
    gcTime: 0,
  });
}

const mostLines = 3;
const lineField = /^line (\d+)$/u;

/** What the server refused of the lines of a file: the first of them, each with its number. */
export function lineProblems(problem: ApiProblem, lineName: (number: string) => string): string | undefined {
  const lines = problem.fields.flatMap(({ field, message }) => {
    const number = lineField.exec(field)?.[1];
    return number === undefined ? [] : [`${lineName(number)}: ${message}`];
  });
  return lines.length === 0 ? undefined : lines.slice(0, mostLines).join('. ');
}
