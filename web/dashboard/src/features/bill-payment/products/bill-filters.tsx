import { useQuery } from '@tanstack/react-query';

import { useTexts } from '@shared/i18n/texts';
import { FilterChoice } from '@shared/table/filter-choice';
import { FilterRow } from '@shared/table/filter-row';
import { SearchField } from '@shared/table/search-field';
import { operatorTypesOptions } from '@/catalog/operator-queries';
import { operatorTypeName, operatorTypeTexts } from '@shared/format/operator-types';

import { operatorsOptions } from '../order-form/order-queries';
import { billTexts } from './bill-texts';
import { type BillFilterValues, type BillSearch, hasOperators } from './bill-search';

interface BillFiltersProps {
  search: BillSearch;
  /** Changes filters; the list begins on page 1 again. */
  onFilter: (next: BillFilterValues) => void;
}

/** Product type, operator and search. Each change applies at once. */
export function BillFilters({ search, onFilter }: BillFiltersProps) {
  const texts = useTexts(billTexts);
  const types = useTexts(operatorTypeTexts);
  const { page: _, create: _create, ...filters } = search;
  const { data: groups = [] } = useQuery(operatorsOptions());
  const operator = groups
    .find(({ code }) => code === search.operatorType)
    ?.operators.find(({ code }) => code === search.operatorCode);
  const active = [
    search.operatorType && operatorTypeName(types, search.operatorType),
    operator?.name ?? search.operatorCode,
  ];
  return (
    <FilterRow
      search={
        <SearchField
          value={search.searchQuery ?? ''}
          {...texts.search}
          onSearch={(query) => onFilter({ ...filters, searchQuery: query || undefined })}
        />
      }
      fields={<Fields filters={filters} onFilter={onFilter} />}
      active={active}
    />
  );
}

interface FieldsProps {
  filters: BillFilterValues;
  onFilter: (next: BillFilterValues) => void;
}

function Fields({ filters, onFilter }: FieldsProps) {
  const texts = useTexts(billTexts).filters;
  const names = useTexts(operatorTypeTexts);
  const listedTypes = useQuery(operatorTypesOptions()).data ?? [];
  const { data: groups = [] } = useQuery(operatorsOptions());
  const { operatorType, operatorCode } = filters;
  // A type from the URL is a choice before the types are loaded.
  const types = operatorType && !listedTypes.includes(operatorType) ? [...listedTypes, operatorType] : listedTypes;
  const operators = groups.find(({ code }) => code === operatorType)?.operators ?? [];
  return (
    <>
      <FilterChoice
        label={texts.operatorType}
        all={texts.allTypes}
        options={types.map((type) => ({ value: type, label: operatorTypeName(names, type) }))}
        value={operatorType ?? null}
        onChange={(type) => onFilter({ ...filters, operatorType: type ?? undefined, operatorCode: undefined })}
      />
      {hasOperators(operatorType) && (
        <FilterChoice
          label={texts.operator}
          all={texts.allOperators}
          options={operators.map(({ code, name }) => ({ value: code, label: name }))}
          value={operatorCode ?? null}
          onChange={(code) => onFilter({ ...filters, operatorCode: code ?? undefined })}
        />
      )}
    </>
  );
}
