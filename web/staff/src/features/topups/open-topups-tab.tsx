import { IconHourglassEmpty } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';

import { ShowMore } from '@/lists/show-more';
import { GroupedNumber } from '@shared/format/grouped-number';
import { useTexts } from '@shared/i18n/texts';
import { ListNotice } from '@shared/state/list-notice';
import { AmountCell, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DataTable } from '@shared/table/data-table';
import { DateCell } from '@shared/table/date-cell';
import { useList } from '@shared/table/use-list';

import { ClientCell } from './client-cell';
import { topupListTexts } from './list-texts';
import { openTopupsOptions, type Topup } from './topup-queries';

const head = columnHead(topupListTexts, 'openColumns');

const columns: ListColumns<Topup> = [
  {
    id: 'client',
    header: head('client'),
    cell: (topup) => <ClientCell {...topup} />,
    look: { skeleton: 'two-lines' },
  },
  {
    id: 'account',
    header: head('account'),
    cell: ({ bank, accountNo }) => <TwoLines caption={<GroupedNumber value={accountNo} />}>{bank}</TwoLines>,
    look: { width: 14, skeleton: 'two-lines' },
  },
  {
    id: 'amount',
    header: head('amount'),
    cell: ({ amount }) => <AmountCell value={amount} prefix="Rp" />,
    look: { width: 11, align: 'end' },
  },
  {
    id: 'created',
    header: head('created'),
    cell: ({ createdAt }) => <DateCell at={createdAt} />,
    look: { width: 10, skeleton: 'two-lines' },
  },
  {
    id: 'expires',
    header: head('expires'),
    cell: ({ expiresAt }) => <DateCell at={expiresAt} />,
    look: { width: 10, skeleton: 'two-lines' },
  },
];

/** The top-ups of all clients that wait for their transfer. */
export function OpenTopupsTab() {
  const { open } = useTexts(topupListTexts);
  const list = useInfiniteQuery(openTopupsOptions());
  const { view } = useList(
    list,
    list.data?.pages.flatMap(({ data }) => data),
    {
      failed: open.failed,
      empty: <ListNotice icon={IconHourglassEmpty} title={open.none} />,
    },
  );
  return (
    <DataTable
      label={open.table}
      columns={columns}
      view={view}
      rowId={({ id }) => id}
      lines={2}
      skeletonRows={5}
      minWidth={60}
      footer={<ShowMore list={list} />}
    />
  );
}
