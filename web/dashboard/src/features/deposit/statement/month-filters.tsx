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
  chosen: Pick<StatementSearch, 'depositType' | 'month' | 'detail'>;
  /** Rows of the statement; undefined while it is loaded. */
  rows: number | undefined;
  today: Day;
  onSearch: (change: StatementSearch) => void;
}

/** Wallet, month, and whether every row is listed. */
export function MonthFilters({ types, chosen, rows, today, onSearch }: MonthFiltersProps) {
  const texts = useTexts(statementTexts);
  const language = useLanguage();
  const tooMany = rows !== undefined && rows > mostRows;
  const listed = monthChoices(today);
  const known = chosen.month === undefined || listed.includes(chosen.month) ? listed : [...listed, chosen.month];
  return (
    <div className={classes['filters']}>
      <ViewChoice view={undefined} onSearch={onSearch} />
      <SelectField
        label={texts.wallet}
        value={chosen.depositType ?? ''}
        options={types.map((type) => ({ value: type, label: walletTypeName(type) }))}
        onChange={(depositType) => onSearch({ depositType })}
      />
      <SelectField
        label={texts.month}
        value={chosen.month ?? ''}
        options={known.map((month) => ({ value: month, label: formatMonth(month, language) }))}
        onChange={(month) => onSearch({ month })}
      />
      <label className={classes['check']}>
        <input
          type="checkbox"
          checked={chosen.detail === 'rows' && !tooMany}
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
