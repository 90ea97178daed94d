import { addDays, type Day, todayIn } from '@shared/format/calendar-day';
import { type Month, firstDay, lastDay, monthAfter, monthOf } from '@shared/format/calendar-month';
import { zonedFields } from '@shared/format/local-time';
import { zonedMoment } from '@shared/format/zoned-moment';

import type { BillProduct, CheckInput, NewScheduledOrder, OrderCheck } from './order-queries';
import { kindOf } from '../products/product-kind';
import type { OrderDraft } from './order-draft';

/** Minutes between the times that can be chosen (docs/product/bill-payment.md#creating-an-order). */
export const minuteStep = 5;
/** Minutes from now to the earliest time. */
const leastLead = 10;

const millisecondsPerMinute = 60_000;
const mostMonthsAhead = 60;

/** What an order costs. All in whole rupiah. */
export interface OrderCost {
  /** Of one number: its price, or its amount without our fee. */
  unit: number;
  /** Unit times quantity: the estimated total (docs/product/bill-payment.md#creating-an-order). */
  estimated: number;
  /** Our fee on one number of an open amount, and on all; undefined for prepaid products, whose price has it. */
  fee: { unit: number; all: number } | undefined;
  /** What will be charged: the estimated total and the fee. */
  charged: number;
}

/** What a number of lines cost; undefined while it isn't known, as for bills. */
export function costOf(
  product: Pick<BillProduct, 'operatorType' | 'sellPrice' | 'adminPrice'>,
  amount: number | undefined,
  quantity: number,
): OrderCost | undefined {
  const kind = kindOf(product);
  const unit = kind === 'open' ? amount : product.sellPrice;
  if (kind === 'postpaid' || unit === undefined || unit <= 0) return undefined;
  const fee = kind === 'open' ? (product.adminPrice ?? 0) : 0;
  return {
    unit,
    estimated: unit * quantity,
    fee: kind === 'open' ? { unit: fee, all: fee * quantity } : undefined,
    charged: (unit + fee) * quantity,
  };
}

/** The prices that the server's judgement has, for a product whose price has changed since it was listed. */
export function pricedBy(product: BillProduct, check: OrderCheck | undefined): BillProduct {
  if (!check || check.unitPrice === null) return product;
  if (kindOf(product) === 'prepaid') return { ...product, sellPrice: check.unitPrice };
  return typeof check.fee === 'number' ? { ...product, adminPrice: check.fee } : product;
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
function scheduledAt(
  { scheduled, day, time }: Pick<OrderDraft, 'scheduled' | 'day' | 'time'>,
  timeZone: string,
): Date | undefined {
  return scheduled && day !== undefined && time !== undefined ? zonedMoment(day, time, timeZone) : undefined;
}

/** The default day and time of a schedule: ten minutes from now, on the next step. */
export function firstMoment(now: Date, timeZone: string): { day: Day; time: string } {
  const step = minuteStep * millisecondsPerMinute;
  const at = new Date(Math.ceil((now.getTime() + leastLead * millisecondsPerMinute) / step) * step);
  const { hour, minute } = zonedFields(at, timeZone);
  return { day: todayIn(timeZone, at), time: `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}` };
}

/** What changes in a draft whose day and time are the default, when the clock has moved on. */
export function movedDefault(draft: OrderDraft, now: Date, timeZone: string): Partial<OrderDraft> {
  if (!draft.scheduled || !draft.defaultTime) return {};
  const first = firstMoment(now, timeZone);
  return first.day === draft.day && first.time === draft.time ? {} : first;
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

/** What is wrong with a draft, by field (docs/product/bill-payment.md#creating-an-order). */
export function problemsOf(
  draft: OrderDraft,
  product: BillProduct,
  now: Date,
  timeZone: string,
): Partial<Record<OrderField, OrderProblem>> {
  const problems: Partial<Record<OrderField, OrderProblem>> = {};
  if (draft.name.trim() === '') problems.name = 'nameRequired';
  if (kindOf(product) === 'open') {
    if (draft.amount === undefined) problems.amount = 'amountRequired';
    else if (draft.amount <= 0) problems.amount = 'amountZero';
  }
  if (draft.scheduled) {
    const at = scheduledAt(draft, timeZone);
    if (draft.day === undefined) problems.day = 'dayRequired';
    if (draft.time === undefined) problems.time = 'timeRequired';
    else if (Number(draft.time.slice(-2)) % minuteStep !== 0) problems.time = 'timeStep';
    else if (at && at.getTime() < now.getTime() + leastLead * millisecondsPerMinute) problems.time = 'timeSoon';
    if (draft.monthly) {
      if (draft.endMonth === undefined) problems.endMonth = 'endRequired';
      else if (draft.day !== undefined && draft.endMonth < monthOf(draft.day)) problems.endMonth = 'endEarly';
    }
  }
  if (draft.destinations.length === 0) problems.destinations = 'destinationsRequired';
  return problems;
}

/** The number of runs of a monthly order. */
export function runsOf(day: Day, endMonth: Month): number {
  return Math.max(1, monthNumber(endMonth) - monthNumber(monthOf(day)) + 1);
}

const shortestMonth = 28;

/** Whether a month of a series is shorter than its day. Such a run is on the last day of its month. */
export function isDayCut(day: Day, endMonth: Month): boolean {
  const dayOfMonth = Number(day.slice(-2));
  if (dayOfMonth <= shortestMonth) return false;
  for (let month = monthOf(day); month <= endMonth; month = monthAfter(month)) {
    if (Number(lastDay(month).slice(-2)) < dayOfMonth) return true;
  }
  return false;
}

function monthNumber(month: Month): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(-2));
}

/** The schedule of a draft as calls take it. */
function scheduleOf(
  draft: Pick<OrderDraft, 'scheduled' | 'day' | 'time' | 'monthly' | 'endMonth'>,
  timeZone: string,
): Pick<NewScheduledOrder, 'scheduledAt' | 'interval' | 'endsAt'> {
  const at = scheduledAt(draft, timeZone);
  const monthly = at !== undefined && draft.monthly && draft.endMonth !== undefined;
  return {
    scheduledAt: at?.toISOString() ?? null,
    interval: monthly ? 'monthly' : null,
    endsAt: monthly && draft.endMonth ? zonedMoment(firstDay(draft.endMonth), '12:00', timeZone).toISOString() : null,
  };
}

/** What the server judges of a draft. */
export function checkInputOf(
  draft: Pick<OrderDraft, 'destinations' | 'amount' | 'scheduled' | 'day' | 'time' | 'monthly' | 'endMonth'>,
  product: Pick<BillProduct, 'code' | 'operatorType' | 'sellPrice'>,
  timeZone: string,
): CheckInput {
  return {
    productCode: product.code,
    destinationNos: draft.destinations.map(({ destinationNo }) => destinationNo),
    ...scheduleOf(draft, timeZone),
    ...(kindOf(product) === 'open' && draft.amount !== undefined && { amount: draft.amount }),
  };
}

/**
 * The request of a draft, without the PIN. With the server's judgement it has the numbers that are ordered, each once;
 * without one, those that were given.
 */
export function requestOf(
  draft: OrderDraft,
  product: BillProduct,
  timeZone: string,
  check: OrderCheck | undefined,
): Omit<NewScheduledOrder, 'pin'> {
  const { destinationNos: given, ...rest } = checkInputOf(draft, product, timeZone);
  const judged = check?.lines
    .filter(({ verdict }) => verdict !== 'duplicate')
    .map(({ normalised, destinationNo }) => normalised ?? destinationNo);
  const destinationNos = judged ?? given;
  const cost = costOf(pricedBy(product, check), draft.amount, destinationNos.length);
  return {
    ...rest,
    ...scheduleOf(draft, timeZone),
    name: draft.name.trim(),
    destinationNos,
    expectedTotal: cost?.charged ?? null,
  };
}
