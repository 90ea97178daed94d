import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useZones } from '@shared/format/display-zone';
import { formatLongDateTime } from '@shared/format/local-time';
import { walletTypeName } from '@shared/format/wallet-type';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { useLiveQueries } from '@shared/live/use-live-queries';
import { RetryButton } from '@shared/state/list-notice';
import { useFailure } from '@shared/state/use-failure';
import { useCurrentUser } from '@/session/current-user';

import { BankLogo } from './bank-logo';
import { ongoingTopupsTexts } from './ongoing-topups-texts';
import classes from './ongoing-topups.module.css';
import { ongoingTopupsOptions, topupKeys, type TopupOrder } from './topup-order-queries';
import { UniqueAmount } from './unique-amount';

const liveKeys = [topupKeys.ongoing];

/** The pending top-ups of the client. They come and go by themselves. */
export function useOngoingTopups() {
  useLiveQueries(['topups'], liveKeys);
  return useQuery(ongoingTopupsOptions(useCurrentUser()?.Client.id));
}

/** The pending top-ups of the client, each with a link to its detail; or why there are none. */
export function OngoingTopups() {
  const texts = useTexts(ongoingTopupsTexts);
  const load = useOngoingTopups();
  const failure = useFailure(load);
  const { data: orders, isFetching, refetch } = load;
  if (failure !== null) {
    return (
      <div className={classes['failed']} role="alert">
        <p>{texts.failed}</p>
        <RetryButton retrying={isFetching} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (!orders) return <div className={classes['skeleton']} aria-hidden />;
  if (orders.length === 0) return <p className={classes['empty']}>{texts.empty}</p>;
  return (
    <ul className={classes['list']} aria-label={texts.label}>
      {orders.map((order) => (
        <li key={order.id}>
          <OngoingTopup order={order} />
        </li>
      ))}
    </ul>
  );
}

function OngoingTopup({ order }: { order: TopupOrder }) {
  const texts = useTexts(ongoingTopupsTexts);
  const language = useLanguage();
  const zones = useZones();
  return (
    <Link to="/deposit/top-up/bank-transfer/$trxId" params={{ trxId: order.id }} className={classes['order']}>
      <BankLogo logo={order.bank.logo} />
      <span className={classes['what']}>
        <span className={classes['amount']}>
          <UniqueAmount value={order.amount} />
        </span>
        <span className={classes['caption']}>
          {order.bank.name} · {walletTypeName(order.deposit_type)}
        </span>
        <span className={classes['caption']}>
          {texts.payBefore(formatLongDateTime(order.expired_at, zones.shown, language))}
        </span>
      </span>
      <IconChevronRight className={classes['chevron']} aria-hidden />
    </Link>
  );
}
