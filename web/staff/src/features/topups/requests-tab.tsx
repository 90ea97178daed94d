import { Button } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createContext, use, useState } from 'react';

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

const CloseRequestDialog = lazyDialog(async () => (await import('./transfer-dialogs')).CloseRequestDialog);

const CloseContext = createContext<(request: TopupRequest) => void>(() => undefined);

function CloseButton({ request }: { request: TopupRequest }) {
  const { requests } = useTexts(topupListTexts);
  const close = use(CloseContext);
  return (
    <Button
      variant="default"
      size="sm"
      aria-label={requests.closeNamed(request.clientName)}
      onClick={() => close(request)}
    >
      {requests.close}
    </Button>
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
    cell: (request) => <CloseButton request={request} />,
    look: { width: 8, align: 'end', phone: 'end' },
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
  const [request, setRequest] = useState<TopupRequest>();
  return (
    <CloseContext value={setRequest}>
      <DataTable
        label={requests.table}
        columns={columns}
        view={view}
        rowId={({ id }) => id}
        lines={2}
        skeletonRows={3}
        minWidth={60}
      />
      <CloseRequestDialog request={request} onClose={() => setRequest(undefined)} />
    </CloseContext>
  );
}
