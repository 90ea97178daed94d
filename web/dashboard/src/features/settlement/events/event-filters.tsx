import { endsBeforeStart } from '@shared/form/period-order';
import type { Day } from '@shared/format/calendar-day';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { FilterChoice } from '@shared/table/filter-choice';
import { FilterRow } from '@shared/table/filter-row';
import { PeriodFields } from '@shared/table/period-fields';
import { periodFilters } from '@shared/table/period-filters';

import { actions, type EventSearch } from '../settlement-search';
import { spanOf } from './event-rules';
import { eventTexts } from './event-texts';

interface EventFiltersProps {
  search: EventSearch;
  /** Today in the client's zone, the last day that can be picked. */
  today: Day;
  onSearch: (next: EventSearch) => void;
}

/** The filters of the events. Each applies at once. */
export function EventFilters({ search, today, onSearch }: EventFiltersProps) {
  const texts = useTexts(eventTexts);
  const language = useLanguage();
  const span = spanOf(search, today);
  const activeFilters = [
    search.action && texts.actions[search.action],
    ...periodFilters(span, texts.filters, language),
  ];
  return (
    <FilterRow
      search={null}
      fields={
        <>
          <FilterChoice
            label={texts.filters.action}
            all={texts.filters.allActions}
            options={actions.map((value) => ({ value, label: texts.actions[value] }))}
            value={search.action ?? null}
            onChange={(action) => onSearch({ ...search, action: action ?? undefined })}
          />
          <PeriodFields
            period={endsBeforeStart(search) ? search : span}
            lastDay={today}
            labels={texts.filters}
            showLabels
            onChange={(change) => onSearch({ ...search, ...change })}
          />
        </>
      }
      active={activeFilters}
    />
  );
}
