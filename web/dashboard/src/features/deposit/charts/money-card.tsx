import { useQuery } from '@tanstack/react-query';

import { FlowCard } from '@shared/charts/flow-card';
import { Amount } from '@shared/format/amount';
import { formatDay } from '@shared/format/calendar-day';
import { walletTypeName } from '@shared/format/wallet-type';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { useLiveQueries } from '@shared/live/use-live-queries';
import { useFailure } from '@shared/state/use-failure';

import { depositKeys, type DepositDays, daysOptions } from '../deposit-queries';
import type { WalletType } from '../deposit-search';
import { moneyTexts } from './money-texts';

/** Least time between two loads of the sums, in milliseconds. They cost more than a page of the history. */
const sumsPause = 5000;
const liveKeys = [depositKeys.days];

/** The last 30 days of a wallet: money in and out, the balance, and how long it lasts. */
export function MoneyCard({ wallet }: { wallet: WalletType }) {
  const texts = useTexts(moneyTexts);
  const language = useLanguage();
  const load = useQuery(daysOptions(wallet));
  const failure = useFailure(load);
  useLiveQueries(['deposits', 'orders'], liveKeys, sumsPause);
  const flows = (load.data?.days ?? []).map((day) => ({
    key: day.day,
    title: formatDay(day.day, language),
    in: day.in,
    out: day.out,
    balance: day.balance,
  }));
  const name = walletTypeName(wallet);
  return (
    <FlowCard
      flows={flows}
      labels={texts.flows}
      heading={{ title: texts.title, caption: texts.days(name) }}
      balance={
        load.data?.opening === null
          ? undefined
          : { title: texts.balance, caption: load.data && <Runway days={load.data} /> }
      }
      table={{ label: `${texts.title}, ${texts.days(name)}`, head: texts.day }}
      load={{
        isPending: load.isPending,
        isFetching: load.isFetching,
        hasFailed: failure !== null,
        failed: texts.failed,
        retry: () => void load.refetch(),
      }}
    />
  );
}

/** How long the balance lasts at the pace of the last 14 days. */
function Runway({ days }: { days: DepositDays }) {
  const texts = useTexts(moneyTexts);
  const language = useLanguage();
  if (days.pace === 0) return texts.noPace;
  return (
    <>
      {days.daysLeft === null || days.lastsUntil === null
        ? texts.lastsLong
        : texts.lasts(days.daysLeft, formatDay(days.lastsUntil, language))}{' '}
      <Amount value={days.pace} prefix="Rp" /> {texts.perDay}
    </>
  );
}
