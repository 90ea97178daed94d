import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';

import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { Page } from '@shared/app/page';
import { useTexts } from '@shared/i18n/texts';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { PageTab, PageTabs } from '@shared/page/page-header';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';

import { ClientState } from './client-columns';
import { ClientOverview } from './client-overview';
import { ClientPrograms } from './client-programs';
import { ClientPrices } from './client-prices';
import { type Client, clientOptions } from './client-queries';
import { ClientSettlement } from './client-settlement';
import type { ClientTab } from './client-search';
import { clientTexts } from './client-texts';
import classes from './clients.module.css';
import { ClientUsers } from './client-users';
import { ClientWallets } from './client-wallets';

const route = getRouteApi('/_app/clients_/$id');

const ChangeClientDialog = lazyDialog(async () => (await import('./client-dialogs')).ChangeClientDialog);
const CloseClientDialog = lazyDialog(async () => (await import('./closing-dialogs')).CloseClientDialog);
const ReopenClientDialog = lazyDialog(async () => (await import('./closing-dialogs')).ReopenClientDialog);

/** One client, in tabs. */
export function ClientPage() {
  const texts = useTexts(clientTexts);
  const { id } = route.useParams();
  const load = useQuery(clientOptions(Number(id)));
  const failure = useFailure(load);
  const { data: client, isFetching, refetch } = load;
  const title = client?.name ?? `${texts.id} ${id}`;
  return (
    <Page
      title={title}
      named
      needs={{ permission: permission.clientList }}
      tag={client && <ClientState active={client.active} />}
      actions={client && <Actions client={client} />}
      tabs={<Tabs id={id} />}
    >
      {failure ? (
        <LoadFailed title={texts.clientFailed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />
      ) : client ? (
        <Tab client={client} />
      ) : (
        <Skeleton height="24rem" />
      )}
    </Page>
  );
}

function tabsOf(seesPrices: boolean, seesSettlement: boolean): ClientTab[] {
  return [
    'overview',
    'users',
    'wallets',
    ...(seesPrices ? (['prices'] as const) : []),
    ...(seesSettlement ? (['settlement'] as const) : []),
    'programs',
  ];
}

function Tabs({ id }: { id: string }) {
  const { tabs } = useTexts(clientTexts);
  const names = {
    overview: undefined,
    users: 'users',
    wallets: 'wallets',
    prices: 'prices',
    settlement: 'settlement',
    programs: 'programs',
  } as const;
  const sees = useHasPermission(permission.settlements);
  const seesPrices = useHasPermission(permission.clientPrices);
  return (
    <PageTabs label={tabs.label}>
      {tabsOf(seesPrices, sees).map((tab) => (
        <PageTab
          key={tab}
          to="/clients/$id"
          params={{ id }}
          search={{ tab: names[tab] }}
          activeOptions={{ exact: tab === 'overview', includeSearch: true }}
        >
          {tabs[tab]}
        </PageTab>
      ))}
    </PageTabs>
  );
}

function Tab({ client }: { client: Client }) {
  const tab: ClientTab = route.useSearch().tab ?? 'overview';
  if (tab === 'users') return <ClientUsers client={client} />;
  if (tab === 'wallets') return <ClientWallets client={client} />;
  if (tab === 'prices') return <ClientPrices client={client} />;
  if (tab === 'settlement') return <ClientSettlement clientId={client.id} />;
  if (tab === 'programs') return <ClientPrograms client={client} />;
  return <ClientOverview client={client} />;
}

function Actions({ client }: { client: Client }) {
  const texts = useTexts(clientTexts);
  const allowed = useHasPermission(permission.clientChange);
  const [opened, setOpened] = useState<'change' | 'close' | 'reopen'>();
  if (!allowed) return null;
  const close = () => setOpened(undefined);
  return (
    <div className={classes['buttons']}>
      {client.active ? (
        <Button variant="default" onClick={() => setOpened('close')}>
          {texts.close}
        </Button>
      ) : (
        <Button variant="default" onClick={() => setOpened('reopen')}>
          {texts.reopen}
        </Button>
      )}
      <Button onClick={() => setOpened('change')}>{texts.edit}</Button>
      <ChangeClientDialog opened={opened === 'change'} onClose={close} client={client} />
      <CloseClientDialog opened={opened === 'close'} onClose={close} client={client} />
      <ReopenClientDialog opened={opened === 'reopen'} onClose={close} client={client} />
    </div>
  );
}
