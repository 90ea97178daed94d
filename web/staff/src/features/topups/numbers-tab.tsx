import { IconHash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { walletTypeName } from '@shared/format/wallet-type';
import { useTexts } from '@shared/i18n/texts';
import { useListAddress } from '@shared/list/list-address';
import { ListNotice } from '@shared/state/list-notice';
import { AmountCell, NumberCell } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DataTable } from '@shared/table/data-table';
import { SearchField } from '@shared/table/search-field';
import { useList } from '@shared/table/use-list';
import { StatusPill } from '@shared/ui/status-pill';

import { topupListTexts } from './list-texts';
import { type VirtualAccount, virtualAccountsOptions } from './topup-queries';
import { topupTexts } from './topup-texts';
import classes from './topups.module.css';

const route = getRouteApi('/_app/topups');

function Status({ status }: Pick<VirtualAccount, 'status'>) {
  const { numbers } = useTexts(topupListTexts);
  return <StatusPill tone={status === 'active' ? 'done' : 'failed'}>{numbers.status[status]}</StatusPill>;
}

function AccountNumber({ value }: { value: string }) {
  return <NumberCell value={value} copyLabel={useTexts(topupListTexts).numbers.copy} />;
}

const head = columnHead(topupListTexts, 'numberColumns');

const columns: ListColumns<VirtualAccount> = [
  { id: 'bank', header: head('bank'), cell: ({ bank }) => bank },
  {
    id: 'wallet',
    header: head('wallet'),
    cell: ({ walletType }) => walletTypeName(walletType),
    look: { width: 10 },
  },
  {
    id: 'number',
    header: head('number'),
    cell: ({ accountNo }) => <AccountNumber value={accountNo} />,
    look: { width: 15 },
  },
  {
    id: 'minimum',
    header: head('minimum'),
    cell: ({ minimum }) => <AmountCell value={minimum} prefix="Rp" />,
    look: { width: 9, align: 'end' },
  },
  {
    id: 'fee',
    header: head('fee'),
    cell: ({ fee }) => <AmountCell value={fee} prefix="Rp" />,
    look: { width: 8, align: 'end' },
  },
  {
    id: 'status',
    header: head('status'),
    cell: ({ status }) => <Status status={status} />,
    look: { width: 8, skeleton: 'pill' },
  },
];

/** The virtual accounts of the client that is named. */
export function NumbersTab() {
  const { numbers } = useTexts(topupListTexts);
  const { assign } = useTexts(topupTexts);
  const { search, filter } = useListAddress(route.useSearch());
  const id = Number(search.clientId ?? 0);
  const list = useQuery({ ...virtualAccountsOptions(id), enabled: id > 0 });
  const { view } = useList(list, list.data, {
    failed: numbers.failed,
    empty: <ListNotice icon={IconHash} title={numbers.none} />,
    instead: id > 0 ? undefined : <ListNotice icon={IconHash} title={numbers.choose} />,
  });
  return (
    <div className={classes['page']}>
      <SearchField
        value={search.clientId ?? ''}
        label={assign.clientId}
        placeholder={assign.clientId}
        onSearch={(text) => filter({ ...search, clientId: text || undefined })}
      />
      <DataTable
        label={numbers.table}
        columns={columns}
        view={view}
        rowId={({ depositId, bank }) => `${depositId} ${bank}`}
        lines={1}
        skeletonRows={4}
        minWidth={56}
      />
    </div>
  );
}
