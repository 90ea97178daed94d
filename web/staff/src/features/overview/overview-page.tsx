import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { overviewOptions } from '@/overview/overview-queries';
import { Page } from '@shared/app/page';
import { formatDay } from '@shared/format/calendar-day';
import { useZones } from '@shared/format/display-zone';
import { useToday } from '@shared/format/use-today';
import { formatClockWithZone } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { useLiveQueries } from '@shared/live/use-live-queries';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';

import { FiguresOfToday } from './figures-of-today';
import { MinutesCard } from './minutes-card';
import { NeedsCard } from './needs-card';
import { overviewTexts } from './overview-texts';
import classes from './overview.module.css';
import { SuppliersCard } from './suppliers-card';

/** The least time between two looks at the figures while they change, in milliseconds. */
const pause = 5000;
const liveKeys = [overviewOptions().queryKey];

/** What staff look at first: the figures of today, what needs a person, suppliers. */
export function OverviewPage() {
  const texts = useTexts(overviewTexts);
  const language = useLanguage();
  const { shown, label } = useZones();
  const today = formatDay(useToday(shown), language);
  return (
    <Page title={texts.title} note={texts.timesIn(today, label)} tag={<Updated />}>
      <State />
    </Page>
  );
}

/** When the figures are from. */
function Updated() {
  const texts = useTexts(overviewTexts);
  const { shown } = useZones();
  const { dataUpdatedAt } = useQuery({ ...overviewOptions(), enabled: false });
  if (dataUpdatedAt === 0) return null;
  return <span className={classes['note']}>{texts.updated(formatClockWithZone(new Date(dataUpdatedAt), shown))}</span>;
}

function State() {
  const texts = useTexts(overviewTexts);
  const load = useQuery(overviewOptions());
  useLiveQueries(['orders', 'deposits', 'topups', 'invoices'], liveKeys, pause);
  const failure = useFailure(load);
  const { data, dataUpdatedAt, isFetching, refetch } = load;
  if (failure) {
    return <LoadFailed title={texts.failed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton height="24rem" />;
  return (
    <div className={classes['cards']}>
      <FiguresOfToday today={data.today} />
      <div className={classes['pair']}>
        <MinutesCard minutes={data.minutes} />
        <NeedsCard needs={data.needs} at={dataUpdatedAt} />
      </div>
      <SuppliersCard suppliers={data.suppliers} />
    </div>
  );
}
