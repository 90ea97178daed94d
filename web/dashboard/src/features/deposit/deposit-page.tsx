import { Button } from '@mantine/core';
import { IconFileText, IconPlus, IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';

import { FlowPlaceholder } from '@shared/charts/flow-placeholder';
import { lazyPart } from '@shared/state/lazy-part';
import { useZones } from '@shared/format/display-zone';
import { useToday } from '@shared/format/use-today';
import { useTexts } from '@shared/i18n/texts';
import { useListAddress } from '@shared/list/list-address';
import { type ListDeclaration, ListPage } from '@shared/list/list-page';
import { useLiveQueries } from '@shared/live/use-live-queries';
import { Page } from '@shared/app/page';
import { CursorPager } from '@shared/table/cursor-pager';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { useHasPermission } from '@/session/current-user';
import { permission } from '@/session/permissions';
import { inSandbox } from '@/session/sandbox';
import { OwnHeldTransfers } from '@/wallet/held-transfers';

import { WalletBalancePanel } from './balance/wallet-balance-panel';
import { balancesOptions, type DepositEvent, depositKeys, historyOptions } from './deposit-queries';
import {
  canExport,
  filterParams,
  historyParams,
  nextPage,
  pageSize,
  periodOf,
  previousPage,
  shownWallet,
  withFilter,
} from './deposit-rules';
import { allWallets, type DepositSearch, type WalletType, walletTypes } from './deposit-search';
import { depositTexts } from './deposit-texts';
import { ExportButton } from './export/export-button';
import { depositColumns } from './list/deposit-columns';
import { DepositFilters } from './list/deposit-filters';
import { DepositNotice } from './list/deposit-notice';
import { DepositPhoneRow } from './list/deposit-phone-row';
import { OngoingButton } from './ongoing-button';

const route = getRouteApi('/_app/deposit');

// Loaded on demand, because the page is usable without its charts.
const MoneyCard = lazyPart(async () => (await import('./charts/money-card')).MoneyCard, <FlowPlaceholder balances />);

const liveKeys = [depositKeys.lists, depositKeys.wallets];
const none: never[] = [];

const historyList: ListDeclaration<DepositEvent, DepositSearch> = {
  texts: depositTexts,
  icon: IconWallet,
  columns: depositColumns,
  rowId: ({ id }) => id,
  renderPhoneRow: (row) => <DepositPhoneRow row={row} />,
  minWidth: 55.5,
  pageSize,
};

/** The deposit page: balances, and the history of the chosen wallet. */
export function DepositPage() {
  const texts = useTexts(depositTexts);
  const zones = useZones();
  const today = useToday(zones.client);
  const address = useListAddress(route.useSearch());
  const { search } = address;
  const sandbox = inSandbox();
  const mayBalances = useHasPermission(permission.balanceView);
  const balances = useQuery(balancesOptions());
  const balancesFailure = useFailure(balances);
  const wallets = balances.data ?? none;
  const wallet = shownWallet(search, wallets);
  // The default wallet is known with the wallets. If they can't be loaded, the history of all is shown.
  const walletKnown = search.depositType !== undefined || !balances.isPending;
  const history = useQuery(historyOptions(historyParams(search, wallet, today), walletKnown));
  // A payment changes a wallet as well as an order.
  useLiveQueries(['deposits', 'orders'], liveKeys);
  return (
    <Page
      title={texts.title}
      note={texts.timesIn(zones.label)}
      actions={sandbox ? undefined : <Actions wallet={wallet} />}
    >
      <ListPage
        list={historyList}
        address={address}
        query={history}
        rows={walletKnown ? history.data?.data : undefined}
        empty={<DepositNotice address={address} wallet={wallet} today={today} />}
        filters={
          <DepositFilters
            search={search}
            wallet={wallet}
            types={walletTypes.filter((type) => type === wallet || wallets.some((one) => one.type === type))}
            today={today}
            onSearch={address.filter}
            actions={
              sandbox ? undefined : (
                <ExportButton
                  filter={filterParams(search, wallet, today)}
                  enabled={walletKnown && canExport(periodOf(search, today))}
                />
              )
            }
          />
        }
        renderPager={(view) =>
          view.kind !== 'notice' && (
            <CursorPager
              page={search.page ?? 1}
              pageSize={pageSize}
              view={view}
              next={(rows) => nextPage(search, rows)}
              previous={(rows) => previousPage(search, rows)}
              onSearch={address.turn}
            />
          )
        }
      >
        {sandbox ? null : <OwnHeldTransfers />}
        {balancesFailure === null ? (
          <WalletBalancePanel
            wallets={balances.data}
            shownType={wallet}
            onChoose={(type) => address.filter(withFilter(search, { depositType: type }))}
          />
        ) : (
          <LoadFailed
            title={texts.panel.failed}
            error={balancesFailure}
            retrying={balances.isFetching}
            onRetry={() => void balances.refetch()}
          />
        )}
        {balances.isPending && search.depositType !== allWallets && <FlowPlaceholder balances={mayBalances} />}
        {wallet !== undefined && balances.data && <MoneyCard wallet={wallet} />}
      </ListPage>
    </Page>
  );
}

function Actions({ wallet }: { wallet: WalletType | undefined }) {
  const texts = useTexts(depositTexts);
  return (
    <>
      <OngoingButton />
      <StatementButton wallet={wallet} />
      <Button renderRoot={(props) => <Link {...props} to="/deposit/top-up" />} leftSection={<IconPlus aria-hidden />}>
        {texts.topUp}
      </Button>
    </>
  );
}

/** The way to the statements, for users who see balances. */
function StatementButton({ wallet }: { wallet: WalletType | undefined }) {
  const texts = useTexts(depositTexts);
  const allowed = useHasPermission(permission.balanceView);
  const look = { variant: 'default', leftSection: <IconFileText aria-hidden /> } as const;
  if (!allowed) {
    return (
      <Button {...look} disabled title={texts.noBalances}>
        {texts.statement}
      </Button>
    );
  }
  return (
    <Button
      {...look}
      renderRoot={(props) => <Link {...props} to="/deposit/statement" search={wallet && { depositType: wallet }} />}
    >
      {texts.statement}
    </Button>
  );
}
