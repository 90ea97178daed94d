import { queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import type { AnswerOf } from '@shared/api/types';
import type { Month } from '@shared/format/calendar-month';

import type { DepositEvent } from '../deposit-queries';
import type { WalletType } from '../deposit-search';

/** The statement of a wallet for a month. */
export type Statement = AnswerOf<'/v1/depositevents/statement', 'get'>;

/** An operation of a statement with its sum. */
export type OperationTotal = Statement['totals'][number];

/** The withheld tax of a year by months. */
export type TaxRecap = AnswerOf<'/v1/depositevents/tax', 'get'>;

/** The most rows that a statement lists. A month with more is printed by day, and the export has every row. */
export const mostRows = 5000;

/** Rows that the server sends at a time. */
const rowsInPart = 1000;

interface StatementOf {
  depositType: WalletType;
  month: Month;
}

export function statementOptions(query: StatementOf | undefined) {
  return queryOptions({
    queryKey: ['deposits', 'statement', query],
    queryFn: ({ signal }) =>
      unwrap(api.main.GET('/v1/depositevents/statement', { params: { query: query ?? noWallet }, signal })),
    enabled: query !== undefined,
    meta: { inPlace: true },
  });
}

// Never asked for: the query is disabled until the wallets are known.
const noWallet: StatementOf = { depositType: 'level_1', month: '' };

/** Every row of a statement, the oldest first. */
export function statementRowsOptions(query: StatementOf, enabled: boolean) {
  return queryOptions({
    queryKey: ['deposits', 'statement', query, 'rows'],
    queryFn: async ({ signal }) => {
      const rows: DepositEvent[] = [];
      for (;;) {
        const after = rows.at(-1)?.id;
        const params = { query: after === undefined ? query : { ...query, after } };
        // Each part begins after the last row of the one before.
        // oxlint-disable-next-line no-await-in-loop
        const { data } = await unwrap(api.main.GET('/v1/depositevents/statement/rows', { params, signal }));
        rows.push(...data);
        if (data.length < rowsInPart || rows.length >= mostRows) return rows;
      }
    },
    enabled,
    meta: { inPlace: true },
  });
}

export function taxRecapOptions(year: number) {
  return queryOptions({
    queryKey: ['deposits', 'tax', year],
    queryFn: ({ signal }) => unwrap(api.main.GET('/v1/depositevents/tax', { params: { query: { year } }, signal })),
    meta: { inPlace: true },
  });
}
