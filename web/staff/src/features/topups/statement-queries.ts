import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import type { AnswerOf } from '@/api-types';
import { session } from '@/session/session';
import { baseUrlOf } from '@shared/api/client';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';
import { uploadForm } from '@shared/api/upload';

/** What a statement of one of our accounts and the bank's reports don't have in common. */
export type Difference = AnswerOf<'/staff/v1/statements/differences', 'get'>['data'][number];

/** What became of a statement. */
type ImportedStatement = AnswerOf<'/staff/v1/statements', 'post'>;

const statementsKey = ['topups', 'statements'] as const;

/** Our bank accounts. */
export function accountsOptions() {
  return queryOptions({
    queryKey: [...statementsKey, 'accounts'],
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/statements/accounts', { signal })).then(({ data }) => data),
    meta: { inPlace: true },
  });
}

/** The differences of the last 35 days, by day. */
export function differencesOptions() {
  return queryOptions({
    queryKey: [...statementsKey, 'differences'],
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/statements/differences', { signal })).then(({ data }) => data),
    meta: { inPlace: true },
  });
}

/** A statement of one of our accounts. */
export interface StatementInput {
  /** Bank and number, as the list of accounts has them: 'BBCA 8880010021'. */
  account: string;
  file: File | undefined;
  reason: string;
}

/** Imports a statement. Lines that are known are skipped, so a repeat is safe. */
export function importOptions() {
  return mutationOptions({
    mutationKey: [...statementsKey, 'import'],
    mutationFn: ({ account, file, reason }: StatementInput) => {
      const [bank = '', accountNo = ''] = account.split(' ');
      const form = new FormData();
      form.set('bank', bank);
      form.set('accountNo', accountNo);
      form.set('reason', reason);
      if (file) form.set('file', file);
      const url = `${baseUrlOf('main')}/staff/v1/statements`;
      // The published answer of the call.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return uploadForm(session, url, form, () => undefined) as Promise<ImportedStatement>;
    },
    onSuccess: reloads(statementsKey),
  });
}
