import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { shortRupiah } from '@shared/charts/axis';
import type { DateRange } from '@shared/form/date-range';
import { Amount } from '@shared/format/amount';
import { formatDay } from '@shared/format/calendar-day';
import { formatRupiah, groupThousands } from '@shared/format/rupiah';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { EmptyValue } from '@shared/table/cells';

import { salesOptions, sessionsOptions } from './analytics-queries';
import { analyticsTexts } from './analytics-texts';
import classes from './analytics.module.css';
import { AreaChart } from './area-chart';
import { Change } from './change';
import { previousPeriod } from './periods';

const nothing = {
  total_gmv: 0,
  total_gmv_change: 0,
  total_margin: 0,
  total_margin_change: 0,
  total_order: 0,
  total_order_change: 0,
  daily: [],
};

/** Totals of the sales with their changes. */
export function SalesTotals({ range, withMargin }: { range: DateRange; withMargin: boolean }) {
  const texts = useTexts(analyticsTexts);
  const { data, isLoading, isPlaceholderData } = useQuery(salesOptions(range));
  const sales = data ?? nothing;
  const isLoaded = data !== undefined;
  return (
    <dl
      className={classes['totals']}
      aria-busy={isLoading || isPlaceholderData}
      data-waiting={isPlaceholderData || undefined}
    >
      <Total name={texts.gmv} change={sales.total_gmv_change} isLoaded={isLoaded} isLoading={isLoading}>
        <Amount value={sales.total_gmv} prefix="Rp" />
      </Total>
      {withMargin && (
        <Total name={texts.margin} change={sales.total_margin_change} isLoaded={isLoaded} isLoading={isLoading}>
          <Amount value={sales.total_margin} prefix="Rp" />
        </Total>
      )}
      <Total name={texts.orders} change={sales.total_order_change} isLoaded={isLoaded} isLoading={isLoading}>
        {groupThousands(sales.total_order)}
      </Total>
    </dl>
  );
}

interface TotalProps {
  name: string;
  change: number;
  /** Without figures, no zero pretends to be one. */
  isLoaded: boolean;
  isLoading: boolean;
  children: ReactNode;
}

function Total({ name, change, isLoaded, isLoading, children }: TotalProps) {
  return (
    <div className={classes['total']}>
      <dt>{name}</dt>
      <dd className={classes['figure']}>
        {isLoading ? <Skeleton width="9rem" height="1.4em" /> : isLoaded ? children : <EmptyValue />}
      </dd>
      <dd className={classes['totalChange']}>{isLoaded && <Change value={change} unchanged="down" />}</dd>
    </div>
  );
}

/** GMV by day beside the previous period. */
export function GmvChart({ range }: { range: DateRange }) {
  const texts = useTexts(analyticsTexts);
  const language = useLanguage();
  const { data: sales = nothing, isPlaceholderData } = useQuery(salesOptions(range));
  const { data: before = nothing } = useQuery(salesOptions(previousPeriod(range)));
  const days = sales.daily.map(({ date, gmv }, index) => ({
    day: date,
    title: formatDay(date, language),
    value: gmv,
    previous: before.daily[index]?.gmv,
  }));
  return (
    <section className={classes['part']} aria-label={texts.gmvByDay} data-waiting={isPlaceholderData || undefined}>
      <div className={classes['partHead']}>
        <h3 className={classes['partTitle']}>{texts.gmvByDay}</h3>
        <p className={classes['legend']} aria-hidden>
          <i className={classes['square']} />
          {texts.current}
          <i className={classes['dashes']} />
          {texts.previous}
        </p>
      </div>
      <AreaChart
        label={texts.gmvByDay}
        days={days}
        write={(value) => formatRupiah(value, 'Rp')}
        writeShort={shortRupiah}
        labels={texts}
      />
    </section>
  );
}

/** Sessions by day. */
export function SessionsChart({ range }: { range: DateRange }) {
  const texts = useTexts(analyticsTexts);
  const language = useLanguage();
  const { data = [], isPlaceholderData } = useQuery(sessionsOptions(range));
  const days = data.map(({ date, session_count: value }) => ({ day: date, title: formatDay(date, language), value }));
  return (
    <section className={classes['part']} aria-label={texts.sessions} data-waiting={isPlaceholderData || undefined}>
      <div className={classes['partHead']}>
        <h3 className={classes['partTitle']}>{texts.sessions}</h3>
      </div>
      <AreaChart
        label={texts.sessions}
        days={days}
        write={groupThousands}
        writeShort={groupThousands}
        labels={{ ...texts, current: texts.sessionCount }}
      />
    </section>
  );
}
