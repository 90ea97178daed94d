import type { AxisMark, StackColumn, StackSeries } from '@shared/charts/stack-layout';
import { formatDay, todayIn } from '@shared/format/calendar-day';
import { zonedFields, zoneLabel } from '@shared/format/local-time';
import { type FormatLanguage, shortMonth } from '@shared/format/month-names';

import type { HourCount } from '../order-queries';
import type { OrderStatus } from '../order-status';
import type { OrdersTexts } from '../orders-texts';

/** The parts of a bar from bottom to top, also the order of the labels. */
export const hourStates = ['success', 'pending', 'failed'] as const satisfies readonly OrderStatus[];

const tones = { success: 'base', pending: 'waiting', failed: 'failed' } as const;
const markEvery = 6;
const hourLength = 60 * 60 * 1000;

/** The series of the chart with their names. */
export function hourSeries(texts: OrdersTexts): StackSeries[] {
  return hourStates.map((id) => ({ id, name: texts.status[id], tone: tones[id] }));
}

/** The sums over all hours by status; undefined until the hours are loaded. */
export function hourTotals(hours: readonly HourCount[] | undefined): Record<OrderStatus, number> | undefined {
  if (!hours) return undefined;
  const totals = { success: 0, pending: 0, failed: 0 };
  for (const hour of hours) for (const state of hourStates) totals[state] += hour[state];
  return totals;
}

/** '20 Nov 2026, 10:00–11:00 WIB'. */
export function hourTitle(hour: string, zone: string, language: FormatLanguage): string {
  const start = new Date(hour);
  const day = formatDay(todayIn(zone, start), language);
  return `${day}, ${clock(start, zone)}–${clock(new Date(start.getTime() + hourLength), zone)} ${zoneLabel(zone, start)}`;
}

/** The bars, with titles in the display zone. */
export function hourColumns(hours: readonly HourCount[], zone: string, language: FormatLanguage): StackColumn[] {
  return hours.map((hour) => ({
    key: hour.hour,
    title: hourTitle(hour.hour, zone, language),
    values: hourStates.map((state) => hour[state]),
  }));
}

/** Labels under the bars: the day at its first hour, then every sixth hour. */
export function hourMarks(hours: readonly HourCount[], zone: string, language: FormatLanguage): AxisMark[] {
  return hours.flatMap<AxisMark>(({ hour }, column) => {
    const at = zonedFields(new Date(hour), zone);
    if (at.hour === 0 || column === 0) {
      return [{ column, text: `${at.day} ${shortMonth(at.month, language)}`, strong: true }];
    }
    return at.hour % markEvery === 0 ? [{ column, text: at.hour.toString().padStart(2, '0'), strong: false }] : [];
  });
}

function clock(moment: Date, zone: string): string {
  const at = zonedFields(moment, zone);
  return `${at.hour.toString().padStart(2, '0')}:${at.minute.toString().padStart(2, '0')}`;
}
