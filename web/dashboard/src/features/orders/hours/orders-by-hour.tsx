import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { ChartTable } from '@shared/charts/chart-table';
import { StackedBars } from '@shared/charts/stacked-bars';
import { useZones } from '@shared/format/display-zone';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { stateTexts } from '@shared/state/state-texts';
import { useFailure } from '@shared/state/use-failure';
import { ProgressButton } from '@shared/ui/progress-button';

import { HourFigures } from './hour-figures';
import { HoursFrame } from './hours-frame';
import { type HourPick, hourInUrl, isPicked, narrowedTo, withAllHours } from './order-hour-pick';
import { hourColumns, hourMarks, hourSeries, hourStates } from './order-hours';
import { type HourCount, hourlyOptions } from '../order-queries';
import { hourlyParams, type HourlyParams } from '../order-rules';
import type { OrderSearch } from '../order-search';
import { idOfStatus, statusOfId } from '../order-status';
import classes from './orders-by-hour.module.css';
import { ordersTexts } from '../orders-texts';
import { PickedHour } from './picked-hour';

interface OrdersByHourProps {
  search: OrderSearch;
  onSearch: (next: OrderSearch) => void;
}

/** A chart of the orders by hour and status. A press on a bar limits the list to its hour, and to its status. */
export function OrdersByHour(props: OrdersByHourProps) {
  const params = hourlyParams(props.search);
  return params && <Chart {...props} params={params} />;
}

function Chart({ search, params, onSearch }: OrdersByHourProps & { params: HourlyParams }) {
  const texts = useTexts(ordersTexts);
  const language = useLanguage();
  const zones = useZones();
  const part = useRef<HTMLDivElement>(null);
  const load = useQuery(hourlyOptions(params));
  const failure = useFailure(load);
  const { data: hours } = load;
  // Stores the hour and not its column, because a column is another hour after the days change.
  const [touchedHour, setTouchedHour] = useState<string | null>(null);
  const columns = hourColumns(hours ?? [], zones.shown, language);
  const series = hourSeries(texts);
  const touched = indexOfHour((hour) => hour === touchedHour);
  const picked = indexOfHour((hour) => hourInUrl(hour) === search.hour);
  const shown = touched === null ? undefined : hours?.[touched];

  function indexOfHour(isIt: (hour: string) => boolean): number | null {
    const index = hours?.findIndex(({ hour }) => isIt(hour)) ?? -1;
    return index < 0 ? null : index;
  }

  function pick(column: number, state: number | null): void {
    const hour = hours?.[column];
    if (hour) onSearch(narrowedTo(search, pickOf(hour, state)));
  }

  function hint(column: number, state: number | null): string {
    const hour = hours?.[column];
    if (!hour) return '';
    const pressed = pickOf(hour, state);
    if (isPicked(search, pressed)) return texts.hours.showAll;
    return pressed.status === null
      ? texts.hours.showHour
      : texts.hours.showState(texts.status[statusOfId(pressed.status)]);
  }

  /** Moves the focus to the chart, because the pressed button below it is removed. */
  function leave(): void {
    setTouchedHour(null);
    part.current?.querySelector<SVGElement>('[role="listbox"]')?.focus();
  }

  return (
    <div ref={part}>
      <HoursFrame hours={hours} waiting={load.isPlaceholderData}>
        {hours && (
          <>
            <StackedBars
              label={texts.hours.title}
              series={series}
              columns={columns}
              marks={hourMarks(hours, zones.shown, language)}
              onPick={pick}
              pickHint={hint}
              onTouch={(column) => setTouchedHour(hours[column]?.hour ?? null)}
              marked={touched ?? picked}
            />
            <ChartTable label={texts.hours.title} head={texts.hours.hour} series={series} columns={columns} />
          </>
        )}
        {!hours && failure !== null && <Failed retrying={load.isFetching} onRetry={() => void load.refetch()} />}
      </HoursFrame>
      {shown && touched !== null && (
        <HourFigures
          title={columns[touched]?.title ?? ''}
          hour={shown}
          onPick={(state) => {
            pick(touched, state);
            leave();
          }}
        />
      )}
      {search.hour !== undefined && (
        <PickedHour
          hour={search.hour}
          onTakeAway={() => {
            onSearch(withAllHours(search));
            leave();
          }}
        />
      )}
    </div>
  );
}

function pickOf({ hour }: HourCount, part: number | null): HourPick {
  const state = part === null ? undefined : hourStates[part];
  return { hour, status: state ? idOfStatus(state) : null };
}

function Failed({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) {
  const texts = useTexts(ordersTexts);
  const loadTexts = useTexts(stateTexts);
  return (
    <p className={classes['failed']} role="status">
      {texts.hours.failed}
      <ProgressButton
        variant="default"
        size="sm"
        sending={retrying}
        sendingLabel={loadTexts.retrying}
        onPress={onRetry}
      >
        {loadTexts.retry}
      </ProgressButton>
    </p>
  );
}
