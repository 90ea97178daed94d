import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { Figure, Figures } from '@/figures/figures';
import { Amount } from '@shared/format/amount';
import { percent } from '@shared/format/percent';
import { formatRupiah, groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { lazyPart } from '@shared/state/lazy-part';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { Card } from '@shared/ui/card';

import { type Client, type ClientSummary, clientSummaryOptions, type Wallet } from './client-queries';
import classes from './clients.module.css';
import { ClientInvoices } from './client-invoices';
import { ClientOpen } from './client-open';
import { ClientSeen } from './client-seen';
import { summaryTexts } from './summary-texts';
import { walletTexts } from './wallet-texts';

/** The page is usable before its chart. */
const ClientOrdersChart = lazyPart(
  async () => (await import('./client-orders-chart')).ClientOrdersChart,
  <div className={classes['chart']} />,
);

/** What a client buys, who uses the portal, and what is open. */
export function ClientSummaryCards({ client }: { client: Client }) {
  const texts = useTexts(summaryTexts);
  const load = useQuery(clientSummaryOptions(client.id));
  const failure = useFailure(load);
  const { data: summary, isFetching, refetch } = load;
  if (failure) {
    return <LoadFailed title={texts.failed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  if (!summary) return <Skeleton height="24rem" />;
  return (
    <>
      <Balances wallets={client.wallets} lasts={summary.lasts} />
      <div className={classes['split']}>
        <div className={classes['cards']}>
          <Orders clientId={client.id} summary={summary} />
          <ClientSeen clientId={client.id} seen={summary.lastSeen} />
        </div>
        <div className={classes['cards']}>
          <ClientOpen clientId={client.id} open={summary.open} />
          <ClientInvoices clientId={client.id} invoices={summary.invoices} />
        </div>
      </div>
    </>
  );
}

/** Whether the client gets a mail about the balance of a wallet. */
function isLow({ active, balance, minBalanceAlert }: Wallet): boolean {
  return active && minBalanceAlert !== null && balance < minBalanceAlert;
}

function Balances({ wallets, lasts }: { wallets: Client['wallets']; lasts: ClientSummary['lasts'] }) {
  const texts = useTexts(summaryTexts);
  const { types } = useTexts(walletTexts);
  if (wallets.length === 0) return null;
  const noteOf = (wallet: Wallet) => {
    if (!wallet.active) return texts.off;
    const days = lasts.find((one) => one.wallet === wallet.type)?.days;
    const notes = [
      days === undefined ? '' : texts.lasts(days),
      isLow(wallet) ? texts.belowThreshold(formatRupiah(wallet.minBalanceAlert ?? 0)) : '',
    ];
    return notes.filter(Boolean).join(', ') || undefined;
  };
  return (
    <Figures label={texts.balances}>
      {wallets.map((wallet) => (
        <Figure
          key={wallet.id}
          name={types[wallet.type]}
          value={<Amount value={wallet.balance} prefix="Rp" />}
          note={noteOf(wallet)}
          low={isLow(wallet)}
        />
      ))}
    </Figures>
  );
}

function Orders({ clientId, summary }: { clientId: number; summary: ClientSummary }) {
  const texts = useTexts(summaryTexts);
  const { days, delivered, failed, sold } = summary;
  const ended = delivered + failed;
  return (
    <Card
      title={texts.orders}
      hint={texts.lastDays}
      action={
        <Link to="/orders" search={{ clientId: String(clientId) }}>
          {texts.allOrders}
        </Link>
      }
    >
      <ClientOrdersChart days={days} />
      <Figures label={texts.lastDays}>
        <Figure
          name={texts.rate}
          value={ended === 0 ? '—' : percent(delivered, ended)}
          note={`${texts.success} ${groupThousands(delivered)}, ${texts.failedShort} ${groupThousands(failed)}`}
        />
        {sold && (
          <>
            <Figure name={texts.sold} value={<Amount value={sold.amount} prefix="Rp" />} />
            <Figure
              name={texts.margin}
              value={<Amount value={sold.margin} prefix="Rp" />}
              note={sold.margin < 0 ? undefined : texts.marginNote(percent(sold.margin, sold.amount))}
            />
          </>
        )}
      </Figures>
    </Card>
  );
}
