import type { AnswerOf } from '@shared/api/types';

type Check = AnswerOf<'/v1/scheduled-orders/check', 'post'>['data'];

interface Repair {
  code: string;
  message: string;
  original: string;
}

export type CheckedLine = Check['lines'][number] & {
  reason?: string;
  repair?: Repair | null;
};

export type OrderCheck = Omit<Check, 'lines'> & { lines: CheckedLine[] };
