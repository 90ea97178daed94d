import { useQuery } from '@tanstack/react-query';

import { FlowChart, FlowTable } from '@shared/charts/flow-chart';
import { Amount } from '@shared/format/amount';
import { formatDay } from '@shared/format/calendar-day';
import { walletTypeName } from '@shared/format/wallet-type';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { useLiveQueries } from '@shared/live/use-live-queries';
import { tableTexts } from '@shared/table/table-texts';
import { useFailure } from '@shared/table/use-failure';
import { ProgressButton } from '@shared/ui/progress-button';

import { depositKeys, type DepositDays, daysOptions } from '../deposit-queries';
import type { WalletType } from '../deposit-search';
import { moneyTexts } from './money-texts';
import classes from './money-card.module.css';

/** Least time between two loads of the sums, in milliseconds. They cost more than a page of the history. */
const sumsPause = 5000;
const liveKeys = [depositKeys.days];

/** The last 30 days of a wallet: money in and out, the balance, and how long it lasts. */
export function MoneyCard({ wallet }: { wallet: WalletType }) {
  const texts = useTexts(moneyTexts);
  const table = useTexts(tableTexts);
  const language = useLanguage();
  const load = useQuery(daysOptions(wallet));
  const failure = useFailure(load);
  useLiveQueries('deposits', liveKeys, sumsPause);
  useLiveQueries('orders', liveKeys, sumsPause);
  const flows = (load.data?.days ?? []).map((day) => ({
    key: day.day,
    title: formatDay(day.day, language),
    in: day.in,
    out: day.out,
    balance: day.balance,
  }));
  const name = walletTypeName(wallet);
  return (
    <section className={classes['card']} aria-label={texts.title} aria-busy={load.isPending}>
      {failure === null ? (
        <div className={classes['charts']}>
          <div className={classes['chart']}>
            <h2 className={classes['title']}>
              {texts.title} <span className={classes['caption']}>{texts.days(name)}</span>
            </h2>
            <FlowChart label={texts.title} flows={flows} kind="flows" words={texts.words} />
          </div>
          <div className={classes['chart']}>
            <h2 className={classes['title']}>
              {texts.balance} {load.data && <Runway days={load.data} />}
            </h2>
            <FlowChart label={texts.balance} flows={flows} kind="balance" words={texts.words} />
          </div>
          <FlowTable label={`${texts.title}, ${texts.days(name)}`} head={texts.day} flows={flows} words={texts.words} />
        </div>
      ) : (
        <p className={classes['failed']} role="status">
          {texts.failed}
          <ProgressButton
            variant="default"
            size="sm"
            sending={load.isFetching}
            sendingLabel={table.retrying}
            onPress={() => void load.refetch()}
          >
            {table.retry}
          </ProgressButton>
        </p>
      )}
    </section>
  );
}

/** How long the balance lasts at the pace of the last 14 days. */
function Runway({ days }: { days: DepositDays }) {
  const texts = useTexts(moneyTexts);
  const language = useLanguage();
  if (days.pace === 0) return <span className={classes['caption']}>{texts.noPace}</span>;
  return (
    <span className={classes['caption']}>
      {days.daysLeft === null || days.lastsUntil === null
        ? texts.lastsLong
        : texts.lasts(days.daysLeft, formatDay(days.lastsUntil, language))}{' '}
      <Amount value={days.pace} prefix="Rp" /> {texts.perDay}
    </span>
  );
}
