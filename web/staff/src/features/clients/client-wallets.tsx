import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { createContext, use, useMemo, useState } from 'react';

import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { useTexts } from '@shared/i18n/texts';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { AmountCell } from '@shared/table/cells';
import { Card } from '@shared/ui/card';
import { StatusPill } from '@shared/ui/status-pill';

import type { Client, Wallet } from './client-queries';
import classes from './clients.module.css';
import { WalletHistory } from './wallet-history';
import { walletTexts } from './wallet-texts';

const route = getRouteApi('/_app/clients_/$id');

const SwitchDialog = lazyDialog(async () => (await import('./wallet-dialogs')).SwitchDialog);
const CreateWalletDialog = lazyDialog(async () => (await import('./wallet-dialogs')).CreateWalletDialog);

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
        {shown && <WalletHistory key={shown.id} client={client} wallet={shown} />}
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
