import { addDays, type Day, todayIn } from '@shared/format/calendar-day';
import { type Month, firstDay, lastDay, monthOf } from '@shared/format/calendar-month';
import { zonedFields } from '@shared/format/local-time';
import { zonedMoment } from '@shared/format/zoned-moment';

import type { BillProduct, NewScheduledOrder } from '../bill-queries';
import type { Draft } from './draft';

/** Minutes between the times that can be chosen (specification 3, section 9). */
export const minuteStep = 5;
/** Minutes from now to the earliest time. */
const leastLead = 10;

const millisecondsPerMinute = 60_000;
const mostMonthsAhead = 60;

/** How a product is bought: at its price, by a bill that is found first, or for an amount of choice. */
export type Kind = 'prepaid' | 'postpaid' | 'open';

const openTypes = new Set(['ewallet_inquiry']);

/** The kind of a product. Bills and open amounts have no price of their own. */
export function kindOf({ operatorType, sellPrice }: Pick<BillProduct, 'operatorType' | 'sellPrice'>): Kind {
  if (openTypes.has(operatorType) && sellPrice === undefined) return 'open';
  return sellPrice === undefined ? 'postpaid' : 'prepaid';
}

/** What one number costs; undefined while it isn't known, as for bills. */
export function unitPrice(product: BillProduct, draft: Pick<Draft, 'amount'>): number | undefined {
  switch (kindOf(product)) {
    case 'prepaid':
      return product.sellPrice;
    case 'open':
      return draft.amount === undefined || draft.amount <= 0 ? undefined : draft.amount + (product.adminPrice ?? 0);
    default:
      return undefined;
  }
}

/** The fields of the form that can be wrong. */
export type OrderField = 'name' | 'amount' | 'day' | 'time' | 'endMonth' | 'destinations';

/** What is wrong with a field; keys of texts. */
export type OrderProblem =
  | 'nameRequired'
  | 'amountRequired'
  | 'amountZero'
  | 'dayRequired'
  | 'timeRequired'
  | 'timeSoon'
  | 'timeStep'
  | 'endRequired'
  | 'endEarly'
  | 'destinationsRequired';

/** The moment that a draft is scheduled for; undefined while it isn't chosen. */
export function scheduledAt({ scheduled, day, time }: Draft, timeZone: string): Date | undefined {
  return scheduled && day !== undefined && time !== undefined ? zonedMoment(day, time, timeZone) : undefined;
}

/** The default day and time of a schedule: ten minutes from now, on the next step. */
export function firstMoment(now: Date, timeZone: string): { day: Day; time: string } {
  const step = minuteStep * millisecondsPerMinute;
  const at = new Date(Math.ceil((now.getTime() + leastLead * millisecondsPerMinute) / step) * step);
  const { hour, minute } = zonedFields(at, timeZone);
  return { day: todayIn(timeZone, at), time: `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}` };
}

/** The default last month of a monthly order: one month after the start. */
export function defaultEnd(day: Day): Month {
  return monthOf(addDays(lastDay(monthOf(day)), 1));
}

/** The months that a monthly order can end in, from that of its start. */
export function endMonths(day: Day): Month[] {
  const months = [monthOf(day)];
  for (let month = monthOf(day); months.length <= mostMonthsAhead;) {
    month = monthOf(addDays(lastDay(month), 1));
    months.push(month);
  }
  return months;
}

/** What is wrong with a draft, by field (specification 3, section 5). */
export function problemsOf(
  draft: Draft,
  product: BillProduct,
  now: Date,
  timeZone: string,
): Partial<Record<OrderField, OrderProblem>> {
  const found: Partial<Record<OrderField, OrderProblem>> = {};
  if (draft.name.trim() === '') found.name = 'nameRequired';
  if (kindOf(product) === 'open') {
    if (draft.amount === undefined) found.amount = 'amountRequired';
    else if (draft.amount <= 0) found.amount = 'amountZero';
  }
  if (draft.scheduled) {
    const at = scheduledAt(draft, timeZone);
    if (draft.day === undefined) found.day = 'dayRequired';
    if (draft.time === undefined) found.time = 'timeRequired';
    else if (Number(draft.time.slice(-2)) % minuteStep !== 0) found.time = 'timeStep';
    else if (at && at.getTime() < now.getTime() + leastLead * millisecondsPerMinute) found.time = 'timeSoon';
    if (draft.monthly) {
      if (draft.endMonth === undefined) found.endMonth = 'endRequired';
      else if (draft.day !== undefined && draft.endMonth < monthOf(draft.day)) found.endMonth = 'endEarly';
    }
  }
  if (draft.destinations.length === 0) found.destinations = 'destinationsRequired';
  return found;
}

/** The number of runs of a monthly order. */
export function runsOf(day: Day, endMonth: Month): number {
  return Math.max(1, monthNumber(endMonth) - monthNumber(monthOf(day)) + 1);
}

function monthNumber(month: Month): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(-2));
}

/** The request of a draft, without the PIN. */
export function requestOf(draft: Draft, product: BillProduct, timeZone: string): Omit<NewScheduledOrder, 'pin'> {
  const at = scheduledAt(draft, timeZone);
  const price = unitPrice(product, draft);
  const monthly = at !== undefined && draft.monthly && draft.endMonth !== undefined;
  return {
    name: draft.name.trim(),
    productCode: product.code,
    destinationNos: draft.destinations.map(({ destinationNo }) => destinationNo),
    scheduledAt: at?.toISOString() ?? null,
    interval: monthly ? 'monthly' : null,
    endsAt: monthly && draft.endMonth ? zonedMoment(firstDay(draft.endMonth), '12:00', timeZone).toISOString() : null,
    ...(kindOf(product) === 'open' && draft.amount !== undefined && { amount: draft.amount }),
    expectedTotal: price === undefined ? null : price * draft.destinations.length,
  };
}
