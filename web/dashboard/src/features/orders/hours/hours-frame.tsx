import type { ReactNode } from 'react';

import { ChartCard } from '@shared/charts/chart-card';
import { useTexts } from '@shared/i18n/texts';

import { hourSeries, hourStates, hourTotals } from './order-hours';
import type { HourCount } from '../order-queries';
import { ordersTexts } from '../orders-texts';

interface HoursFrameProps {
  hours?: readonly HourCount[] | undefined;
  waiting?: boolean;
  children?: ReactNode;
}

/** The card of the chart, with its full height and labels even before the chart is loaded. */
export function HoursFrame({ hours, waiting = false, children }: HoursFrameProps) {
  const texts = useTexts(ordersTexts);
  const totals = hourTotals(hours);
  const lines = hourSeries(texts).map((series, index) => ({
    ...series,
    value: totals?.[hourStates[index] ?? 'success'],
  }));
  return (
    <ChartCard title={texts.hours.title} totals={lines} waiting={waiting}>
      {children}
    </ChartCard>
  );
}
