import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { ChartTable } from '@/shared/charts/chart-table';
import { StackedBars } from '@/shared/charts/stacked-bars';
import { formatDay } from '@/shared/format/calendar-day';
import { useZones } from '@/shared/format/display-zone';
import { groupThousands } from '@/shared/format/rupiah';
import { useLanguage } from '@/shared/i18n/language';
import { useTexts } from '@/shared/i18n/texts';

import { HoursFrame } from './hours-frame';
import { dayOfHour, hourColumns, hourMarks, hourSeries, hourStates } from './order-hours';
import { type HourCount, hourlyOptions } from './order-queries';
import { hourlyParams, type HourlyParams, type HourPick, narrowedTo } from './order-rules';
import type { OrderSearch } from './order-search';
import { idOfStatus } from './order-status';
import classes from './orders-by-hour.module.css';
import { ordersTexts } from './orders-texts';

interface OrdersByHourProps {
  search: OrderSearch;
  /** The list is asking too because there is no event stream; milliseconds, or false. */
  refetchInterval: number | false;
  onSearch: (next: OrderSearch) => void;
}

/** Orders of the chosen days by hour and state. A press on a bar narrows the list below to its day, and to its state. */
export function OrdersByHour(props: OrdersByHourProps) {
  const params = hourlyParams(props.search);
  return params && <Chart {...props} params={params} />;
}

function Chart({ search, params, refetchInterval, onSearch }: OrdersByHourProps & { params: HourlyParams }) {
  const texts = useTexts(ordersTexts);
  const language = useLanguage();
  const zones = useZones();
  const {
    data: hours,
    isError,
    isPlaceholderData,
    isFetching,
    refetch,
  } = useQuery({
    ...hourlyOptions(params),
    refetchInterval,
  });
  const [touched, setTouched] = useState<number | null>(null);
  if (hours === undefined) {
    return <HoursFrame>{isError && <Failed retrying={isFetching} onRetry={() => void refetch()} />}</HoursFrame>;
  }
  const columns = hourColumns(hours, zones.shown, language);
  const series = hourSeries(texts);
  const touchedHour = touched === null ? undefined : hours[touched];

  function pickOf(hour: HourCount, part: number | null): HourPick {
    const state = part === null ? undefined : hourStates[part];
    return { day: dayOfHour(hour, zones.client), status: state ? idOfStatus(state) : null };
  }

  function pick(hour: HourCount | undefined, part: number | null): void {
    const next = hour && narrowedTo(search, pickOf(hour, part));
    if (next) onSearch(next);
  }

  function hint(column: number, part: number | null): string {
    const hour = hours?.[column];
    if (!hour || !narrowedTo(search, pickOf(hour, part))) return '';
    const day = formatDay(dayOfHour(hour, zones.client), language);
    const state = part === null ? undefined : hourStates[part];
    return state ? texts.hours.showState(texts.status[state], day) : texts.hours.showDay(day);
  }

  return (
    <div>
      <HoursFrame hours={hours} waiting={isPlaceholderData}>
        <StackedBars
          label={texts.hours.title}
          series={series}
          columns={columns}
          marks={hourMarks(hours, zones.shown, language)}
          onPick={(column, part) => pick(hours[column], part)}
          pickHint={hint}
          onTouch={setTouched}
          marked={touched}
        />
        <ChartTable label={texts.hours.title} head={texts.hours.hour} series={series} columns={columns} />
      </HoursFrame>
      {touchedHour && touched !== null && (
        <div className={classes['touched']}>
          <span className={classes['title']}>{columns[touched]?.title}</span>
          {hourStates.map((state, part) => (
            <Button
              key={state}
              variant="default"
              size="lg"
              disabled={touchedHour[state] === 0}
              onClick={() => pick(touchedHour, part)}
            >
              {texts.status[state]} {groupThousands(touchedHour[state])}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

function Failed({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) {
  const texts = useTexts(ordersTexts);
  return (
    <p className={classes['failed']} role="status">
      {texts.hours.failed}
      <Button variant="default" size="sm" loading={retrying} onClick={onRetry}>
        {texts.hours.retry}
      </Button>
    </p>
  );
}
