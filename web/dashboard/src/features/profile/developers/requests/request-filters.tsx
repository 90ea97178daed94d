import { useZones } from '@shared/format/display-zone';
import { addDays, formatDay } from '@shared/format/calendar-day';
import { useToday } from '@shared/format/use-today';
import { DayField } from '@shared/form/day-field';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { FilterChoice } from '@shared/table/filter-choice';
import { FilterRow, useFieldLayout } from '@shared/table/filter-row';
import { SearchField } from '@shared/table/search-field';

import { clientRoutes } from './client-routes';
import { requestMethods, type RequestSearch, statusClasses } from './request-search';
import { requestTexts } from './request-texts';

/** Days that requests are kept, as on the server. */
const keptDays = 30;

interface RequestFiltersProps {
  search: RequestSearch;
  /** Endings of the client's keys. */
  keys: readonly string[];
  onSearch: (next: RequestSearch) => void;
}

/** Search and filters of the requests. Each applies at once. */
export function RequestFilters({ search, keys, onSearch }: RequestFiltersProps) {
  const texts = useTexts(requestTexts);
  const language = useLanguage();
  const { filters } = texts;
  // A key that was deleted is still chosen by its link.
  const endings = search.key === undefined || keys.includes(search.key) ? keys : [...keys, search.key];
  return (
    <FilterRow
      search={
        <SearchField
          value={search.query ?? ''}
          {...texts.search}
          onSearch={(query) => onSearch({ ...search, query: query || undefined })}
        />
      }
      fields={
        <>
          <FilterChoice
            label={filters.method}
            all={filters.allMethods}
            options={requestMethods.map((value) => ({ value, label: value }))}
            value={search.method ?? null}
            onChange={(method) => onSearch({ ...search, method: method ?? undefined })}
          />
          <FilterChoice
            label={filters.status}
            all={filters.allStatuses}
            options={statusClasses.map((value) => ({ value, label: texts.statuses[value] }))}
            value={search.status ?? null}
            onChange={(status) => onSearch({ ...search, status: status ?? undefined })}
          />
          <FilterChoice
            label={filters.route}
            all={filters.allRoutes}
            options={clientRoutes.map((value) => ({ value, label: value }))}
            value={search.route ?? null}
            onChange={(route) => onSearch({ ...search, route: route ?? undefined })}
          />
          <FilterChoice
            label={filters.key}
            all={filters.allKeys}
            options={endings.map((value) => ({ value, label: texts.keyEnding(value) }))}
            value={search.key ?? null}
            onChange={(key) => onSearch({ ...search, key: key ?? undefined })}
          />
          <DayFilter day={search.day} onDay={(day) => onSearch({ ...search, day })} />
        </>
      }
      active={[
        search.method,
        search.status && texts.statuses[search.status],
        search.route,
        search.key && texts.keyEnding(search.key),
        search.day && formatDay(search.day, language),
      ]}
    />
  );
}

function DayFilter({ day, onDay }: { day: string | undefined; onDay: (day: string | undefined) => void }) {
  const { filters } = useTexts(requestTexts);
  const today = useToday(useZones().shown);
  const inRow = useFieldLayout() === 'row';
  return (
    <DayField
      label={filters.day}
      showLabel={!inRow}
      size={inRow ? 'md' : 'lg'}
      value={day}
      firstDay={addDays(today, -keptDays)}
      lastDay={today}
      onChange={onDay}
    />
  );
}
