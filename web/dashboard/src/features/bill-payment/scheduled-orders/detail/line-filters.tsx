import { useTexts } from '@shared/i18n/texts';
import { FilterChoice } from '@shared/table/filter-choice';
import { SearchField } from '@shared/table/search-field';

import type { LineFilter, LineStatus } from '../scheduled-order-queries';
import { scheduledDetailTexts } from './scheduled-detail-texts';
import classes from './detail.module.css';

const states = ['success', 'failed', 'error', 'pending', 'waiting', 'canceled'] as const satisfies LineStatus[];

interface LineFiltersProps {
  filter: LineFilter;
  onFilter: (filter: LineFilter) => void;
}

/** Narrows the lines of an order by state, and by number or name. */
export function LineFilters({ filter, onFilter }: LineFiltersProps) {
  const texts = useTexts(scheduledDetailTexts);
  return (
    <div className={classes['filters']}>
      <SearchField
        value={filter.search ?? ''}
        {...texts.search}
        onSearch={(search) => onFilter({ ...filter, search: search || undefined })}
      />
      <FilterChoice
        label={texts.columns.status}
        all={texts.allStates}
        options={states.map((value) => ({
          value,
          label: value === 'error' ? texts.billPaid : texts.lineStatus[value],
        }))}
        value={filter.status ?? null}
        onChange={(status) => onFilter({ ...filter, status: status ?? undefined })}
      />
    </div>
  );
}
