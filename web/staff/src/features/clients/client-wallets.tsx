import { Button } from '@mantine/core';
import { IconWallet } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { createContext, use, useMemo, useState } from 'react';

import { ShowMore } from '@/lists/show-more';
import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { useTexts } from '@shared/i18n/texts';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { ListNotice } from '@shared/state/list-notice';
import { AmountCell, ReferenceCell } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DataTable } from '@shared/table/data-table';
import { DateCell } from '@shared/table/date-cell';
import { useList } from '@shared/table/use-list';
import { Card, CardHead } from '@shared/ui/card';
import { StatusPill } from '@shared/ui/status-pill';

import { type Client, type HistoryRow, type Wallet, walletHistoryOptions } from './client-queries';
import classes from './clients.module.css';
import { walletTexts } from './wallet-texts';

const route = getRouteApi('/_app/clients_/$id');

const SwitchDialog = lazyDialog(async () => (await import('./wallet-dialogs')).SwitchDialog);
const CreateWalletDialog = lazyDialog(async () => (await import('./wallet-dialogs')).CreateWalletDialog);

const tableWidth = 48;

const SwitchContext = createContext<((wallet: Wallet) => void) | undefined>(undefined);

/** The wallets of a client, each with its switch, and the history of one. */
export function ClientWallets({ client }: { client: Client }) {
  const texts = useTexts(walletTexts);
  const changes = useHasPermission(permission.clientChange);
  const [switched, setSwitched] = useState<Wallet>();
  const [creating, setCreating] = useState(false);
  const walletInAddress = route.useSearch().wallet;
  const shown = client.wallets.find(({ id }) => id === walletInAddress) ?? client.wallets[0];
  const turn = useMemo(() => (changes ? setSwitched : undefined), [changes]);
  return (
    <SwitchContext value={turn}>
      <div className={classes['cards']}>
        <Card
          title={texts.title}
          action={
            changes && (
              <Button variant="default" onClick={() => setCreating(true)}>
                {texts.create}
              </Button>
            )
          }
        >
          {client.wallets.length === 0 ? (
            <p className={classes['hint']}>{texts.none}</p>
          ) : (
            <ul className={classes['steps']}>
              {client.wallets.map((wallet) => (
                <WalletLine key={wallet.id} client={client} wallet={wallet} />
              ))}
            </ul>
          )}
        </Card>
        {shown && <History key={shown.id} client={client} wallet={shown} />}
      </div>
      <SwitchDialog clientId={client.id} wallet={switched} onClose={() => setSwitched(undefined)} />
      <CreateWalletDialog client={client} opened={creating} onClose={() => setCreating(false)} />
    </SwitchContext>
  );
}

function WalletLine({ client, wallet }: { client: Client; wallet: Wallet }) {
  const texts = useTexts(walletTexts);
  const turn = use(SwitchContext);
  const name = texts.types[wallet.type];
  return (
    <li className={classes['wallet']}>
      <Link to="/clients/$id" params={{ id: String(client.id) }} search={{ tab: 'wallets', wallet: wallet.id }}>
        {name}
      </Link>
      <AmountCell value={wallet.balance} prefix="Rp" />
      <StatusPill tone={wallet.active ? 'done' : 'cancelled'}>{wallet.active ? texts.on : texts.off}</StatusPill>
      {turn && (
        <Button
          variant="default"
          size="sm"
          aria-label={texts.switchNamed(!wallet.active, name)}
          onClick={() => turn(wallet)}
        >
          {wallet.active ? texts.switchOff : texts.switchOn}
        </Button>
      )}
    </li>
  );
}

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

function History({ client, wallet }: { client: Client; wallet: Wallet }) {
  const texts = useTexts(walletTexts);
  const list = useInfiniteQuery(walletHistoryOptions(client.id, wallet.id));
  const rows = list.data?.pages.flatMap(({ data }) => data);
  const { view } = useList(list, rows, {
    failed: texts.historyFailed,
    empty: <ListNotice icon={IconWallet} title={texts.noRows} />,
  });
  const title = texts.historyOf(texts.types[wallet.type]);
  return (
    <DataTable
      label={title}
      columns={columns}
      view={view}
      rowId={({ id }) => id}
      lines={2}
      minWidth={tableWidth}
      head={<CardHead title={title} />}
      footer={<ShowMore list={list} />}
    />
  );
}
