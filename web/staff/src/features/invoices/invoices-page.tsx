import { Skeleton } from '@mantine/core';
import { IconFileInvoice } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';

import lists from '@/lists/lists.module.css';
import { ShowMore } from '@/lists/show-more';
import { permission } from '@/session/permissions';
import { Page } from '@shared/app/page';
import { useZones } from '@shared/format/display-zone';
import { useTexts } from '@shared/i18n/texts';
import { type ListAddress, useListAddress } from '@shared/list/list-address';
import { lazyPart } from '@shared/state/lazy-part';
import { ListNotice } from '@shared/state/list-notice';
import { DataTable } from '@shared/table/data-table';
import { FilterChoice } from '@shared/table/filter-choice';
import { FilterRow } from '@shared/table/filter-row';
import { SearchField } from '@shared/table/search-field';
import { useList } from '@shared/table/use-list';
import { Note } from '@shared/ui/note';

import { invoiceColumns, InvoiceContext } from './invoice-columns';
import { type Invoice, invoiceListOptions } from './invoice-queries';
import { type InvoiceSearch, invoiceStates } from './invoice-search';
import { invoiceTexts } from './invoice-texts';
import classes from './invoices.module.css';

const route = getRouteApi('/_app/invoices');

const detailHeight = '20rem';

const InvoiceDetailPart = lazyPart(
  async () => (await import('./invoice-detail')).InvoiceDetailPart,
  <Skeleton height={detailHeight} />,
);

const tableWidth = 66;

/** The invoices of all clients, each with its proof of payment beside it. */
export function InvoicesPage() {
  const texts = useTexts(invoiceTexts);
  return (
    <Page title={texts.title} note={texts.timesIn(useZones().label)} needs={{ permission: permission.invoices }}>
      <Invoices />
    </Page>
  );
}

function Invoices() {
  const texts = useTexts(invoiceTexts);
  const address = useListAddress(route.useSearch());
  const { search, open, replace } = address;
  const list = useInfiniteQuery(invoiceListOptions(search));
  const narrowed = search.status !== undefined || search.clientId !== undefined;
  const { view } = useList(
    list,
    list.data?.pages.flatMap(({ data }) => data),
    {
      failed: texts.failed,
      empty: <ListNotice icon={IconFileInvoice} title={narrowed ? texts.noMatch : texts.none} />,
    },
  );
  const cells = useMemo(() => ({ search, now: list.dataUpdatedAt }), [search, list.dataUpdatedAt]);
  const toggle = ({ id }: Invoice) =>
    search.id === id ? replace({ ...search, id: undefined }) : open({ ...search, id });
  return (
    <InvoiceContext value={cells}>
      <div className={`${classes['page']} ${lists['compact']}`}>
        <Filters address={address} />
        {list.data?.pages[0]?.more === true && <Note>{texts.more}</Note>}
        <DataTable
          label={texts.table}
          columns={invoiceColumns}
          view={view}
          rowId={({ id }) => id}
          onOpen={toggle}
          openId={search.id}
          renderOpened={({ id }) => <InvoiceDetailPart id={id} />}
          lines={2}
          minWidth={tableWidth}
          footer={<ShowMore list={list} />}
        />
      </div>
    </InvoiceContext>
  );
}

function Filters({ address: { search, filter } }: { address: ListAddress<InvoiceSearch> }) {
  const texts = useTexts(invoiceTexts);
  const change = (next: Partial<InvoiceSearch>) => filter({ ...search, id: undefined, ...next });
  return (
    <FilterRow
      search={
        <SearchField
          value={search.clientId ?? ''}
          label={texts.clientId}
          placeholder={texts.clientId}
          onSearch={(text) => change({ clientId: text || undefined })}
        />
      }
      fields={
        <FilterChoice
          label={texts.status}
          all={texts.open}
          options={invoiceStates.map((value) => ({ value, label: texts.states[value] }))}
          value={search.status ?? null}
          onChange={(status) => change({ status: status ?? undefined })}
        />
      }
      active={[search.status && texts.states[search.status]]}
    />
  );
}
