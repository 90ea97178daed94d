import { isMonth } from '@shared/format/calendar-month';
import { oneOf, searchSchema, textThat } from '@shared/url/search-fields';

import { walletTypes } from '../deposit-search';

/** What the page shows. Without a view it is the statement of a month. */
const views = ['tax'] as const;
const details = ['rows'] as const;

/** The search parameters of the statement page. The URL is the only store of wallet, month and view. */
export const statementSearchSchema = searchSchema({
  depositType: oneOf(walletTypes),
  month: textThat(isMonth),
  view: oneOf(views),
  /** `rows` lists every row below the days. */
  detail: oneOf(details),
  /** The year of the tax recap. */
  year: textThat((given) => /^20\d{2}$/u.test(given)),
});

export type StatementSearch = ReturnType<typeof statementSearchSchema.parse>;
