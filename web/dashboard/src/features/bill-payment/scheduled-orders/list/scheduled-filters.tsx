import { useQuery } from '@tanstack/react-query';

import { useZones } from '@shared/format/display-zone';
import { monthOf } from '@shared/format/calendar-month';
import { useToday } from '@shared/format/use-today';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { FilterChoice } from '@shared/table/filter-choice';
import { FilterRow } from '@shared/table/filter-row';
import { SearchField } from '@shared/table/search-field';
import { operatorTypesOptions } from '@/catalog/operator-queries';
import { operatorTypeName, operatorTypeTexts } from '@shared/format/operator-types';

import { monthsUntil, shortMonthName, withFilter } from './scheduled-rules';
import { filterStates, type ScheduledSearch } from './scheduled-search';
import { scheduledTexts } from './scheduled-texts';

interface ScheduledFiltersProps {
  search: ScheduledSearch;
  onSearch: (next: ScheduledSearch) => void;
}

/** Search and filters of the scheduled orders. Each applies at once. */
export function ScheduledFilters({ search, onSearch }: ScheduledFiltersProps) {
  const texts = useTexts(scheduledTexts);
  const typeNames = useTexts(operatorTypeTexts);
  const language = useLanguage();
  const zones = useZones();
  const today = useToday(zones.client);
  const { data: types = [] } = useQuery(operatorTypesOptions());
  const { operatorType, status, waitsFor, month } = search;
  const activeFilters = [
    operatorType !== undefined && operatorTypeName(typeNames, operatorType),
    status !== undefined && texts.status[status],
    waitsFor !== undefined && texts.waits[waitsFor],
    month !== undefined && shortMonthName(month, language),
  ];
  return (
    <FilterRow
      search={
        <SearchField
          value={search.searchQuery ?? ''}
          {...texts.search}
          onSearch={(text) => onSearch(withFilter(search, { searchQuery: text || undefined }))}
        />
      }
      fields={
        <>
          <FilterChoice
            label={texts.filters.type}
            all={texts.filters.allTypes}
            options={types.map((type) => ({ value: type, label: operatorTypeName(typeNames, type) }))}
            value={operatorType ?? null}
            onChange={(type) => onSearch(withFilter(search, { operatorType: type ?? undefined }))}
          />
          <FilterChoice
            label={texts.filters.status}
            all={texts.filters.allStatus}
            // Two states (docs/product/bill-payment.md#scheduled-orders), and the orders that somebody has to decide about.
            options={[
              ...filterStates.map((value) => ({ value, label: texts.status[value] })),
              { value: 'approval' as const, label: texts.waitingApproval },
            ]}
            value={waitsFor === 'approval' ? waitsFor : (filterStates.find((value) => value === status) ?? null)}
            onChange={(value) =>
              onSearch(
                withFilter(
                  search,
                  value === 'approval'
                    ? { status: undefined, waitsFor: value }
                    : { status: value ?? undefined, waitsFor: undefined },
                ),
              )
            }
          />
          <FilterChoice
            label={texts.filters.month}
            all={texts.filters.allMonths}
            options={monthsUntil(monthOf(today)).map((value) => ({ value, label: shortMonthName(value, language) }))}
            value={month ?? null}
            onChange={(value) => onSearch(withFilter(search, { month: value ?? undefined }))}
          />
        </>
      }
      active={activeFilters}
    />
  );
}
