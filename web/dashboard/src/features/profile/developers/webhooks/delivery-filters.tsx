import type { ReactNode } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { FilterChoice } from '@shared/table/filter-choice';
import { FilterRow } from '@shared/table/filter-row';
import { SearchField } from '@shared/table/search-field';

import { deliveryTexts } from './delivery-texts';
import { eventTypes } from './event-types';
import { deliveryStates, type WebhookSearch } from './webhook-search';

interface DeliveryFiltersProps {
  search: WebhookSearch;
  onSearch: (next: WebhookSearch) => void;
  actions: ReactNode;
}

/** Search and filters of the deliveries. Each applies at once. */
export function DeliveryFilters({ search, onSearch, actions }: DeliveryFiltersProps) {
  const texts = useTexts(deliveryTexts);
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
            label={texts.filters.type}
            all={texts.filters.allTypes}
            options={eventTypes.map((value) => ({ value, label: value }))}
            value={search.type ?? null}
            onChange={(type) => onSearch({ ...search, type: type ?? undefined })}
          />
          <FilterChoice
            label={texts.filters.state}
            all={texts.filters.allStates}
            options={deliveryStates.map((value) => ({ value, label: texts.states[value] }))}
            value={search.state ?? null}
            onChange={(state) => onSearch({ ...search, state: state ?? undefined })}
          />
        </>
      }
      active={[search.type, search.state && texts.states[search.state]]}
      actions={actions}
    />
  );
}
