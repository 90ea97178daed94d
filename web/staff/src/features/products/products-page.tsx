import { IconPackage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { permission } from '@/session/permissions';
import { Page } from '@shared/app/page';
import { useZones } from '@shared/format/display-zone';
import { operatorTypeName, operatorTypeTexts } from '@shared/format/operator-types';
import { useTexts } from '@shared/i18n/texts';
import { type ListAddress, useListAddress } from '@shared/list/list-address';
import { type ListDeclaration, ListPage } from '@shared/list/list-page';
import { FilterChoice } from '@shared/table/filter-choice';
import { FilterRow } from '@shared/table/filter-row';
import { SearchField } from '@shared/table/search-field';

import { productColumns } from './product-columns';
import { type Product, productChoicesOptions, productListOptions } from './product-queries';
import { type ProductSearch, productStates } from './product-search';
import { productTexts } from './product-texts';

const route = getRouteApi('/_app/products');

const productList: ListDeclaration<Product, ProductSearch> = {
  texts: productTexts,
  icon: IconPackage,
  columns: productColumns,
  rowId: ({ code }) => code,
  lines: 2,
  minWidth: 66,
  pageSize: 25,
  narrowedBy: ['search', 'operatorType', 'operatorCode', 'supplier', 'status'],
};

/** The products of the catalogue, with list prices and recorded costs. */
export function ProductsPage() {
  const texts = useTexts(productTexts);
  return (
    <Page title={texts.title} note={texts.timesIn(useZones().label)} needs={{ permission: permission.products }}>
      <Products />
    </Page>
  );
}

function Products() {
  const address = useListAddress(route.useSearch());
  const query = useQuery(productListOptions(address.search));
  return (
    <ListPage
      list={productList}
      address={address}
      query={query}
      rows={query.data?.data}
      total={query.data?.total}
      filters={<Filters address={address} />}
    />
  );
}

function Filters({ address: { search, filter } }: { address: ListAddress<ProductSearch> }) {
  const texts = useTexts(productTexts);
  const typeNames = useTexts(operatorTypeTexts);
  const { data: choices } = useQuery(productChoicesOptions());
  const operators = choices?.operators ?? [];
  const types = [...new Set(operators.map(({ type }) => type))].toSorted();
  const change = (next: Partial<ProductSearch>) => filter({ ...search, ...next });
  const ofType = operators.filter(({ type }) => search.operatorType === undefined || search.operatorType === type);
  return (
    <FilterRow
      search={
        <SearchField
          value={search.search ?? ''}
          {...texts.search}
          onSearch={(text) => change({ search: text || undefined })}
        />
      }
      fields={
        <>
          <FilterChoice
            label={texts.filters.operatorType}
            all={texts.filters.anyType}
            options={types.map((value) => ({ value, label: operatorTypeName(typeNames, value) }))}
            value={search.operatorType ?? null}
            onChange={(operatorType) => change({ operatorType: operatorType ?? undefined, operatorCode: undefined })}
          />
          <FilterChoice
            label={texts.filters.operatorCode}
            all={texts.filters.anyOperator}
            options={ofType.map(({ code, name }) => ({ value: code, label: name }))}
            value={search.operatorCode ?? null}
            onChange={(operatorCode) => change({ operatorCode: operatorCode ?? undefined })}
          />
          <FilterChoice
            label={texts.filters.supplier}
            all={texts.filters.anySupplier}
            options={(choices?.suppliers ?? []).map((value) => ({ value, label: value }))}
            value={search.supplier ?? null}
            onChange={(supplier) => change({ supplier: supplier ?? undefined })}
          />
          <FilterChoice
            label={texts.filters.status}
            all={texts.filters.anyState}
            options={productStates.map((value) => ({ value, label: texts.states[value] }))}
            value={search.status ?? null}
            onChange={(status) => change({ status: status ?? undefined })}
          />
        </>
      }
      active={[
        search.operatorType && operatorTypeName(typeNames, search.operatorType),
        search.operatorCode,
        search.supplier,
        search.status && texts.states[search.status],
      ]}
    />
  );
}
