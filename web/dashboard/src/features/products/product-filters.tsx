import { useQuery } from '@tanstack/react-query';

import { walletTypeName } from '@shared/format/wallet-type';
import { useTexts } from '@shared/i18n/texts';
import { FilterChoice } from '@shared/table/filter-choice';
import { FilterRow, useFieldLayout } from '@shared/table/filter-row';
import { SearchField } from '@shared/table/search-field';

import { operatorTypesOptions } from '@/catalog/operator-queries';
import { operatorTypeName, operatorTypeTexts } from '@shared/format/operator-types';
import { activeStates, type ProductSearch, walletTypes } from './product-search';
import { productTexts } from './product-texts';

interface ProductFiltersProps {
  search: ProductSearch;
  onSearch: (next: ProductSearch) => void;
}

/** Search and filters of the price list. Each change applies at once. */
export function ProductFilters({ search, onSearch }: ProductFiltersProps) {
  const texts = useTexts(productTexts);
  const types = useTexts(operatorTypeTexts);
  const active = [
    search.active && texts.active[search.active],
    search.operatorType && operatorTypeName(types, search.operatorType),
    search.depositType && walletTypeName(search.depositType),
  ];
  return (
    <FilterRow
      search={
        <SearchField
          value={search.searchQuery ?? ''}
          {...texts.search}
          onSearch={(query) => onSearch({ ...search, searchQuery: query || undefined })}
        />
      }
      fields={<Fields search={search} onSearch={onSearch} />}
      active={active}
    />
  );
}

function Fields({ search, onSearch }: ProductFiltersProps) {
  const { filters, active } = useTexts(productTexts);
  const names = useTexts(operatorTypeTexts);
  const inRow = useFieldLayout() === 'row';
  const listedTypes = useQuery(operatorTypesOptions()).data ?? [];
  // A type from the URL is a choice before the types are loaded.
  const types =
    search.operatorType && !listedTypes.includes(search.operatorType)
      ? [...listedTypes, search.operatorType]
      : listedTypes;
  const all = (label: string) => (inRow ? `${label}: ${filters.all}` : filters.all);
  return (
    <>
      <FilterChoice
        label={filters.status}
        all={all(filters.status)}
        options={activeStates.map((state) => ({ value: state, label: active[state] }))}
        value={search.active ?? null}
        onChange={(state) => onSearch({ ...search, active: state ?? undefined })}
      />
      <FilterChoice
        label={filters.operatorType}
        all={all(filters.operatorType)}
        options={types.map((type) => ({ value: type, label: operatorTypeName(names, type) }))}
        value={search.operatorType ?? null}
        onChange={(type) => onSearch({ ...search, operatorType: type ?? undefined })}
      />
      <FilterChoice
        label={filters.walletType}
        all={all(filters.walletType)}
        options={walletTypes.map((type) => ({ value: type, label: walletTypeName(type) }))}
        value={search.depositType ?? null}
        onChange={(type) => onSearch({ ...search, depositType: type ?? undefined })}
      />
    </>
  );
}
