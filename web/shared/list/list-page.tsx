import type { TablerIcon } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { type Language, useLanguage } from '@shared/i18n/language';
import { EmptyNotice } from '@shared/state/empty-notice';
import { DataTable, type DataTableProps, type ListView } from '@shared/table/data-table';
import { PagePager } from '@shared/table/page-pager';
import { useList } from '@shared/table/use-list';

import type { ListAddress, ListSearch } from './list-address';
import classes from './list-page.module.css';

/** The texts of a list. Those of a feature may have more. */
interface ListTexts {
  /** Accessible name of the list. */
  table: string;
  /** Title where the rows could not be loaded. */
  failed: string;
  /** There is no row at all: why, and what to do next. */
  none: { title: string; text: string };
  /** No row matches. A text that takes the search is that of a list which is narrowed by a search alone. */
  noMatch?: { title: string; text: string | ((search: string) => string) };
}

type FromTable = 'columns' | 'rowId' | 'renderPhoneRow' | 'rowsOnTablets' | 'lines' | 'minWidth' | 'skeletonRows';

/** What does not change about a list: declare it once, at module level. */
export interface ListDeclaration<Row extends object, Search extends ListSearch> extends Pick<
  DataTableProps<Row>,
  FromTable
> {
  texts: Record<Language, ListTexts>;
  /** Icon of the notice that there are no rows at all. */
  icon: TablerIcon;
  /** Rows of a full page, and of the skeleton unless `skeletonRows` says otherwise. */
  pageSize: number;
  /** The search parameters that narrow the list, not those of page, order and open detail. */
  narrowedBy?: ReadonlyArray<keyof Search & string>;
}

interface ListPageProps<Row extends object, Search extends ListSearch> extends Pick<
  DataTableProps<Row>,
  'onOpen' | 'openId' | 'renderOpened' | 'selectedIds'
> {
  list: ListDeclaration<Row, Search>;
  address: ListAddress<Search>;
  query: UseQueryResult;
  /** The rows in the answer of the query. */
  rows: readonly Row[] | undefined;
  /** Rows on all pages, where the server counts them. */
  total?: number | undefined;
  /** Whether another page follows, where the server says so. */
  hasNext?: boolean | undefined;
  /** What stands above the filters. */
  children?: ReactNode;
  /** The filter bar, or a search field. */
  filters?: ReactNode;
  /** Why there are no rows, for a list that knows more than its texts say. */
  empty?: ReactNode;
  /** In place of the pager by numbers of pages. */
  renderPager?: (view: ListView<Row>) => ReactNode;
}

/** A list with its filters, notices and pager. The title of the page is its own. */
export function ListPage<Row extends object, Search extends ListSearch>(props: ListPageProps<Row, Search>) {
  const { list, address, query, rows, total, hasNext, children, filters, renderPager } = props;
  const { texts: _, icon: _icon, narrowedBy: _narrowedBy, pageSize, ...table } = list;
  const texts = list.texts[useLanguage()];
  const { view } = useList(query, rows, {
    failed: texts.failed,
    empty: props.empty ?? <NoRows list={list} texts={texts} address={address} />,
  });
  return (
    <div className={classes['page']}>
      {children}
      {filters}
      <DataTable
        skeletonRows={pageSize}
        {...table}
        {...(props.onOpen && { onOpen: props.onOpen })}
        {...(props.renderOpened && { renderOpened: props.renderOpened })}
        {...(props.selectedIds && { selectedIds: props.selectedIds })}
        openId={props.openId}
        label={texts.table}
        view={view}
        footer={
          renderPager ? (
            renderPager(view)
          ) : (
            <PagePager
              page={address.search.page}
              pageSize={pageSize}
              view={view}
              total={total}
              hasNext={hasNext}
              onPage={(page) => address.turn({ ...address.search, page })}
            />
          )
        }
      />
    </div>
  );
}

interface NoRowsProps<Row extends object, Search extends ListSearch> {
  list: ListDeclaration<Row, Search>;
  texts: ListTexts;
  address: ListAddress<Search>;
}

/** Why there are no rows: the page is past the end, none matches, or there are none at all. */
function NoRows<Row extends object, Search extends ListSearch>({ list, texts, address }: NoRowsProps<Row, Search>) {
  const { search, filter, turn } = address;
  const { none, noMatch } = texts;
  const words = list.narrowedBy?.flatMap((name) => search[name] ?? []) ?? [];
  const onClear = () => filter({});
  return (
    <EmptyNotice
      icon={list.icon}
      title={none.title}
      page={search.page}
      onBack={() => turn({ ...search, page: undefined })}
      noMatch={
        noMatch && words.length > 0
          ? {
              title: noMatch.title,
              ...(typeof noMatch.text === 'string'
                ? { by: 'filters', text: noMatch.text, onClear }
                : { by: 'search', text: noMatch.text(String(words[0])), onClear }),
            }
          : undefined
      }
    >
      {none.text}
    </EmptyNotice>
  );
}
