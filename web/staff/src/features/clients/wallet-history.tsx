import { Button } from '@mantine/core';
import { IconDownload, IconWallet } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { ShowMore } from '@/lists/show-more';
import { type FileFormat, fileFormats } from '@shared/api/file-answer';
import { DayField } from '@shared/form/day-field';
import { useZones } from '@shared/format/display-zone';
import { useToday } from '@shared/format/use-today';
import { useTexts } from '@shared/i18n/texts';
import { useListAddress } from '@shared/list/list-address';
import { notifySuccess } from '@shared/notify/notify';
import { ListNotice } from '@shared/state/list-notice';
import { AmountCell, ReferenceCell } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DataTable } from '@shared/table/data-table';
import { DateCell } from '@shared/table/date-cell';
import { FilterChoice } from '@shared/table/filter-choice';
import { FilterRow, useFieldLayout } from '@shared/table/filter-row';
import { SearchField } from '@shared/table/search-field';
import { useList } from '@shared/table/use-list';
import { CardHead } from '@shared/ui/card';

import {
  type Client,
  exportHistoryOptions,
  type HistoryRow,
  type Wallet,
  walletHistoryOptions,
} from './client-queries';
import { walletActions } from './client-search';
import classes from './clients.module.css';
import { walletTexts } from './wallet-texts';

const route = getRouteApi('/_app/clients_/$id');

const tableWidth = 48;

function Operation({ action }: { action: HistoryRow['action'] }) {
  return useTexts(walletTexts).actions[action];
}

const head = columnHead(walletTexts, 'columns');

const columns: ListColumns<HistoryRow> = [
  {
    id: 'createdAt',
    header: head('createdAt'),
    cell: ({ createdAt }) => <DateCell at={createdAt} />,
    look: { width: 10, skeleton: 'two-lines' },
  },
  {
    id: 'action',
    header: head('action'),
    cell: ({ action }) => <Operation action={action} />,
    look: { width: 12, skeleton: 'line' },
  },
  {
    id: 'reference',
    header: head('reference'),
    cell: ({ reference }) => <ReferenceCell value={reference} />,
    look: { skeleton: 'line' },
  },
  {
    id: 'amount',
    header: head('amount'),
    cell: ({ amount }) => <AmountCell value={amount} prefix="Rp" />,
    look: { width: 11, align: 'end', skeleton: 'line' },
  },
  {
    id: 'balance',
    header: head('balance'),
    cell: ({ balanceAfter }) => <AmountCell value={balanceAfter} prefix="Rp" />,
    look: { width: 11, align: 'end', skeleton: 'line' },
  },
];

interface WalletHistoryProps {
  client: Client;
  wallet: Wallet;
}

/** The history of a wallet, with filters, and as a file. */
export function WalletHistory({ client, wallet }: WalletHistoryProps) {
  const texts = useTexts(walletTexts);
  const { action, reference, dateStart, dateEnd } = route.useSearch();
  const filters = { action, reference, dateStart, dateEnd };
  const narrowed = Object.values(filters).some((value) => value !== undefined);
  const list = useInfiniteQuery(walletHistoryOptions(client.id, wallet.id, filters));
  const { view } = useList(
    list,
    list.data?.pages.flatMap(({ data }) => data),
    {
      failed: texts.historyFailed,
      empty: <ListNotice icon={IconWallet} title={narrowed ? texts.noMatch : texts.noRows} />,
    },
  );
  const title = texts.historyOf(texts.types[wallet.type]);
  return (
    <>
      <Filters />
      <DataTable
        label={title}
        columns={columns}
        view={view}
        rowId={({ id }) => id}
        lines={2}
        minWidth={tableWidth}
        head={<CardHead title={title} action={<Exports client={client} wallet={wallet} />} />}
        footer={<ShowMore list={list} />}
      />
    </>
  );
}

/** The files need both days. */
function Exports({ client, wallet }: WalletHistoryProps) {
  const texts = useTexts(walletTexts);
  const { action, reference, dateStart, dateEnd } = route.useSearch();
  const { mutate, isPending } = useMutation(
    exportHistoryOptions(client.id, wallet.id, { action, reference, dateStart, dateEnd }),
  );
  const ready = dateStart !== undefined && dateEnd !== undefined;
  const save = (format: FileFormat) => mutate(format, { onSuccess: () => notifySuccess(texts.exported) });
  return (
    <span className={classes['exports']}>
      {!ready && <span className={classes['hint']}>{texts.exportNeedsDays}</span>}
      {fileFormats.map((format) => (
        <Button
          key={format}
          variant="default"
          size="sm"
          leftSection={<IconDownload aria-hidden />}
          disabled={!ready || isPending}
          onClick={() => save(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </span>
  );
}

function Filters() {
  const texts = useTexts(walletTexts);
  const { search, filter } = useListAddress(route.useSearch());
  const change = (next: Partial<typeof search>) => filter({ ...search, ...next });
  return (
    <FilterRow
      search={
        <SearchField
          value={search.reference ?? ''}
          label={texts.reference}
          placeholder={texts.reference}
          onSearch={(text) => change({ reference: text || undefined })}
        />
      }
      fields={
        <>
          <FilterChoice
            label={texts.columns.action}
            all={texts.allActions}
            options={walletActions.map((value) => ({ value, label: texts.actions[value] }))}
            value={search.action ?? null}
            onChange={(action) => change({ action: action ?? undefined })}
          />
          <Days />
        </>
      }
      active={[search.action && texts.actions[search.action], search.dateStart, search.dateEnd]}
    />
  );
}

function Days() {
  const texts = useTexts(walletTexts);
  const { search, filter } = useListAddress(route.useSearch());
  const { dateStart, dateEnd } = search;
  const inSheet = useFieldLayout() === 'sheet';
  const today = useToday(useZones().client);
  const looks = { showLabel: inSheet, size: inSheet ? 'lg' : 'md', lastDay: today } as const;
  return (
    <>
      <DayField
        {...looks}
        label={texts.from}
        value={dateStart}
        onChange={(day) =>
          filter({ ...search, dateStart: day, dateEnd: day && dateEnd !== undefined && dateEnd < day ? day : dateEnd })
        }
      />
      <DayField
        {...looks}
        label={texts.to}
        value={dateEnd}
        firstDay={dateStart}
        disabled={dateStart === undefined}
        onChange={(day) => filter({ ...search, dateEnd: day })}
      />
    </>
  );
}
