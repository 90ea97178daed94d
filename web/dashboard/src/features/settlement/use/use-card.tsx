import { useQuery } from '@tanstack/react-query';

import { FlowCard } from '@shared/charts/flow-card';
import { formatDay } from '@shared/format/calendar-day';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { useLiveQueries } from '@shared/live/use-live-queries';
import { useFailure } from '@shared/state/use-failure';

import { dailyUseOptions, settlementKeys } from '../settlement-queries';
import { dailyUseTexts } from './use-texts';

/** Least time between two loads of the sums, in milliseconds. */
const sumsPause = 5000;
const liveKeys = [settlementKeys.use];

/** The last 30 days of a limit: what orders used, what was refunded, and what was left. */
export function UseCard({ settlementId }: { settlementId: string }) {
  const texts = useTexts(dailyUseTexts);
  const language = useLanguage();
  const load = useQuery(dailyUseOptions(settlementId));
  const failure = useFailure(load);
  useLiveQueries(['settlements', 'orders'], liveKeys, sumsPause);
  const flows = (load.data?.data ?? []).map(({ day, used, refunded, balance }) => ({
    key: day,
    title: formatDay(day, language),
    in: refunded,
    out: used,
    balance,
  }));
  return (
    <FlowCard
      flows={flows}
      labels={texts.flows}
      heading={{ title: texts.title, caption: texts.days }}
      balance={{ title: texts.balance, caption: texts.atEnd }}
      table={{ label: `${texts.title}, ${texts.days}`, head: texts.day }}
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
