import type { ReactNode } from 'react';

import { endsBeforeStart, type PeriodEnds } from '@shared/form/period-order';
import type { Day } from '@shared/format/calendar-day';
import { walletTypeName } from '@shared/format/wallet-type';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { FilterChoice } from '@shared/table/filter-choice';
import { FilterRow } from '@shared/table/filter-row';
import { PeriodFields } from '@shared/table/period-fields';
import { periodFilters } from '@shared/table/period-filters';
import { SearchField } from '@shared/table/search-field';

import { namedPeriod, nameOfPeriod, periodNames, periodOf, withFilter, withPeriod } from '../deposit-rules';
import { allWallets, type DepositSearch, operations, type WalletType } from '../deposit-search';
import { depositTexts } from '../deposit-texts';

interface DepositFiltersProps {
  search: DepositSearch;
  /** The wallet that is shown; undefined for all. */
  wallet: WalletType | undefined;
  /** The types of the client's wallets. */
  types: readonly WalletType[];
  /** Today in the client's zone, the last day that can be picked. */
  today: Day;
  onSearch: (next: DepositSearch) => void;
  /** Buttons after the filters. */
  actions: ReactNode;
}

/** Search and filters of the wallet history. Each applies at once. */
export function DepositFilters({ search, wallet, types, today, onSearch, actions }: DepositFiltersProps) {
  const texts = useTexts(depositTexts);
  const language = useLanguage();
  const period = periodOf(search, today);
  const shown = endsBeforeStart(search) ? partsOf(search) : period;
  const activeFilters = [
    search.action && texts.operations[search.action],
    wallet && walletTypeName(wallet),
    ...periodFilters(period, texts.filters, language),
  ];
  return (
    <FilterRow
      search={
        <SearchField
          value={search.query ?? ''}
          {...texts.search}
          onSearch={(query) => onSearch(withFilter(search, { query: query === '' ? undefined : query }))}
        />
      }
      fields={
        <>
          <FilterChoice
            label={texts.filters.operation}
            all={texts.filters.allOperation}
            options={operations.map((value) => ({ value, label: texts.operations[value] }))}
            value={search.action ?? null}
            onChange={(action) => onSearch(withFilter(search, { action: action ?? undefined }))}
          />
          <FilterChoice
            label={texts.filters.wallet}
            all={texts.filters.allWallets}
            options={types.map((value) => ({ value, label: walletTypeName(value) }))}
            value={wallet ?? null}
            onChange={(type) => onSearch(withFilter(search, { depositType: type ?? allWallets }))}
          />
          <FilterChoice
            label={texts.filters.period}
            all={shown.dateStart === undefined ? texts.filters.anyPeriod : texts.filters.ownPeriod}
            options={periodNames.map((value) => ({ value, label: texts.filters.periods[value] }))}
            value={nameOfPeriod(shown, today)}
            onChange={(name) =>
              onSearch(withPeriod({ ...search, ...cleared }, name === null ? {} : namedPeriod(name, today)))
            }
          />
          <PeriodFields
            period={shown}
            lastDay={today}
            labels={texts.filters}
            endNeedsStart
            onChange={(change) => onSearch(withPeriod({ ...search, ...cleared, ...shown }, change))}
          />
        </>
      }
      active={activeFilters}
      actions={actions}
    />
  );
}

function partsOf({ dateStart, timeStart, dateEnd, timeEnd }: DepositSearch): PeriodEnds {
  return { dateStart, timeStart, dateEnd, timeEnd };
}

// Parts that the URL had and the rules dropped.
const cleared: PeriodEnds = { dateStart: undefined, timeStart: undefined, dateEnd: undefined, timeEnd: undefined };
