import { Button } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createContext, use, useState } from 'react';

import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { useTexts } from '@shared/i18n/texts';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { ListNotice } from '@shared/state/list-notice';
import { AmountCell, Shortened } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DataTable } from '@shared/table/data-table';
import { DateCell } from '@shared/table/date-cell';
import { useList } from '@shared/table/use-list';

import { ClientCell } from './client-cell';
import { topupListTexts } from './list-texts';
import { requestsOptions, type TopupRequest } from './topup-queries';
import classes from './topups.module.css';

const CloseRequestDialog = lazyDialog(async () => (await import('./transfer-dialogs')).CloseRequestDialog);

const CreditRequestDialog = lazyDialog(async () => (await import('./credit-dialog')).CreditRequestDialog);

type Act = 'credit' | 'close';

const ActContext = createContext<(act: Act, request: TopupRequest) => void>(() => undefined);

function Buttons({ request }: { request: TopupRequest }) {
  const { requests } = useTexts(topupListTexts);
  const credits = useHasPermission(permission.walletAdjust);
  const ask = use(ActContext);
  return (
    <span className={classes['actions']}>
      {credits && (
        <Button
          variant="default"
          size="sm"
          aria-label={requests.creditNamed(request.clientName)}
          onClick={() => ask('credit', request)}
        >
          {requests.credit}
        </Button>
      )}
      <Button
        variant="default"
        size="sm"
        aria-label={requests.closeNamed(request.clientName)}
        onClick={() => ask('close', request)}
      >
        {requests.close}
      </Button>
    </span>
  );
}

const head = columnHead(topupListTexts, 'requestColumns');

const columns: ListColumns<TopupRequest> = [
  {
    id: 'client',
    header: head('client'),
    cell: (request) => <ClientCell {...request} />,
    look: { width: 18, skeleton: 'two-lines' },
  },
  {
    id: 'amount',
    header: head('amount'),
    cell: ({ amount }) => <AmountCell value={amount} prefix="Rp" />,
    look: { width: 11, align: 'end' },
  },
  {
    id: 'note',
    header: head('note'),
    cell: ({ note }) => <Shortened>{note}</Shortened>,
  },
  {
    id: 'created',
    header: head('created'),
    cell: ({ createdAt }) => <DateCell at={createdAt} />,
    look: { width: 10, skeleton: 'two-lines' },
  },
  {
    id: 'action',
    header: head('action'),
    cell: (request) => <Buttons request={request} />,
    look: { width: 14, align: 'end', phone: 'end' },
  },
];

/** What clients asked staff for. */
export function RequestsTab() {
  const { requests } = useTexts(topupListTexts);
  const list = useQuery(requestsOptions());
  const { view } = useList(list, list.data, {
    failed: requests.failed,
    empty: <ListNotice icon={IconInbox} title={requests.none} />,
  });
  const [opened, setOpened] = useState<{ act: Act; request: TopupRequest }>();
  const [ask] = useState(() => (act: Act, request: TopupRequest) => setOpened({ act, request }));
  const requestOf = (act: Act) => (opened?.act === act ? opened.request : undefined);
  return (
    <ActContext value={ask}>
      <DataTable
        label={requests.table}
        columns={columns}
        view={view}
        rowId={({ id }) => id}
        lines={2}
        skeletonRows={3}
        minWidth={60}
      />
      <CreditRequestDialog request={requestOf('credit')} onClose={() => setOpened(undefined)} />
      <CloseRequestDialog request={requestOf('close')} onClose={() => setOpened(undefined)} />
    </ActContext>
  );
}
