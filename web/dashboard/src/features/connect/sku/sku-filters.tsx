import { useQuery } from '@tanstack/react-query';

import { useTexts } from '@shared/i18n/texts';
import { FilterChoice } from '@shared/table/filter-choice';
import { FilterRow } from '@shared/table/filter-row';
import { SearchField } from '@shared/table/search-field';
import { operatorTypeName, operatorTypeTexts } from '@shared/format/operator-types';

import { shopOperatorsOptions } from '../connect-queries';
import { hasOperators, type SkuSearch } from './sku-search';
import { skuTexts } from './sku-texts';

interface SkuFiltersProps {
  search: SkuSearch;
  onFilter: (change: Omit<SkuSearch, 'page'>) => void;
}

/** Search, filters and order of the SKUs. Each change applies at once. */
export function SkuFilters({ search, onFilter }: SkuFiltersProps) {
  const texts = useTexts(skuTexts);
  const types = useTexts(operatorTypeTexts);
  const active = [
    search.operatorType && operatorTypeName(types, search.operatorType),
    search.operatorCode,
    search.active && texts.active[search.active],
    search.sort && texts.filters[search.sort],
  ];
  return (
    <FilterRow
      search={
        <SearchField
          value={search.searchQuery ?? ''}
          {...texts.search}
          onSearch={(query) => onFilter({ searchQuery: query || undefined })}
        />
      }
      fields={<Fields search={search} onFilter={onFilter} />}
      active={active}
    />
  );
}

function Fields({ search, onFilter }: SkuFiltersProps) {
  const { filters, active } = useTexts(skuTexts);
  const names = useTexts(operatorTypeTexts);
  const { data: operators = [] } = useQuery(shopOperatorsOptions());
  const types = [...new Set(operators.map(({ type }) => type))];
  return (
    <>
      <FilterChoice
        label={filters.type}
        all={filters.allTypes}
        options={types.map((type) => ({ value: type, label: operatorTypeName(names, type) }))}
        value={search.operatorType ?? null}
        onChange={(type) => onFilter({ operatorType: type ?? undefined })}
      />
      {hasOperators(search) && (
        <FilterChoice
          label={filters.operator}
          all={filters.allOperators}
          options={operators
            .filter(({ type }) => type === search.operatorType)
            .map(({ code, name }) => ({ value: code, label: name }))}
          value={search.operatorCode ?? null}
          onChange={(code) => onFilter({ operatorCode: code ?? undefined })}
        />
      )}
      <FilterChoice
        label={filters.status}
        all={filters.allStatus}
        options={(['true', 'false'] as const).map((state) => ({ value: state, label: active[state] }))}
        value={search.active ?? null}
        onChange={(state) => onFilter({ active: state ?? undefined })}
      />
      <FilterChoice
        label={filters.sort}
        all={filters.sort}
        options={(['asc', 'desc'] as const).map((order) => ({ value: order, label: filters[order] }))}
        value={search.sort ?? null}
        onChange={(order) => onFilter({ sort: order ?? undefined })}
      />
    </>
  );
}
