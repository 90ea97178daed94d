import { SelectField } from '@shared/form/select-field';
import type { Day } from '@shared/format/calendar-day';
import { formatMonth } from '@shared/format/calendar-month';
import { groupThousands } from '@shared/format/rupiah';
import { walletTypeName } from '@shared/format/wallet-type';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';

import type { WalletType } from '../deposit-search';
import { ViewChoice } from './choice';
import { mostRows } from './statement-queries';
import { monthChoices } from './statement-rules';
import type { StatementSearch } from './statement-search';
import { statementTexts } from './statement-texts';
import classes from './statement.module.css';

interface MonthFiltersProps {
  types: readonly WalletType[];
  filters: Pick<StatementSearch, 'depositType' | 'month' | 'detail'>;
  /** Rows of the statement; undefined while it is loaded. */
  rows: number | undefined;
  today: Day;
  onSearch: (change: StatementSearch) => void;
}

/** Wallet, month, and whether every row is listed. */
export function MonthFilters({ types, filters, rows, today, onSearch }: MonthFiltersProps) {
  const texts = useTexts(statementTexts);
  const language = useLanguage();
  const tooMany = rows !== undefined && rows > mostRows;
  const listed = monthChoices(today);
  const months = filters.month === undefined || listed.includes(filters.month) ? listed : [...listed, filters.month];
  return (
    <div className={classes['filters']}>
      <ViewChoice view={undefined} onSearch={onSearch} />
      <SelectField
        label={texts.wallet}
        value={filters.depositType ?? ''}
        options={types.map((type) => ({ value: type, label: walletTypeName(type) }))}
        onChange={(depositType) => onSearch({ depositType })}
      />
      <SelectField
        label={texts.month}
        value={filters.month ?? ''}
        options={months.map((month) => ({ value: month, label: formatMonth(month, language) }))}
        onChange={(month) => onSearch({ month })}
      />
      <label className={classes['check']}>
        <input
          type="checkbox"
          checked={filters.detail === 'rows' && !tooMany}
          disabled={tooMany}
          onChange={(event) => onSearch({ detail: event.currentTarget.checked ? 'rows' : undefined })}
        />
        {texts.everyRow}
      </label>
      {tooMany && (
        <p className={classes['hint']}>{texts.tooManyRows(groupThousands(rows), groupThousands(mostRows))}</p>
      )}
    </div>
  );
}
