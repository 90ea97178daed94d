import { addDays, type Day, todayIn } from '@shared/format/calendar-day';

/** Periods of a full page. A shorter page is the last one. */
export const periodsPerPage = 50;

/** Weekdays in the order of their values in the mask of days: Monday 1 ... Sunday 64. */
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
type Weekday = (typeof weekdays)[number];

/** The weekdays of a mask, Monday first. */
export function weekdaysOf(mask: number): Weekday[] {
  return weekdays.filter((_, bit) => Math.floor(mask / 2 ** bit) % 2 === 1);
}

interface Span {
  from: string;
  /** The first moment after it. */
  to: string;
}

/** The first and the last day of a period, in the client's zone. A period ends with its last day. */
export function daysOf({ from, to }: Span, zone: string): { start: Day; last: Day } {
  return { start: todayIn(zone, new Date(from)), last: addDays(todayIn(zone, new Date(to)), -1) };
}

/** Whether today lies between the start and the end minus one day (docs/product/settlement.md#periods). */
export function isOngoing(span: Span, zone: string, today: Day): boolean {
  const { start, last } = daysOf(span, zone);
  return start <= today && today <= last;
}

interface Limit {
  limit: number;
  used: number;
  max_limit: number;
}

/** What is used of the limit, never below zero: a refund can come after the payment of its invoice. */
export function usedOf({ used }: Pick<Limit, 'used'>): number {
  return Math.max(0, used);
}

/** What the client has to its credit: refunds and credit notes of what it had paid already. */
export function creditOf({ used }: Pick<Limit, 'used'>): number {
  return Math.max(0, -used);
}

/** How much the limit can be raised by. */
export function roomToRaise({ limit, max_limit: cap }: Pick<Limit, 'limit' | 'max_limit'>): number {
  return Math.max(0, cap - limit);
}

/** What is wrong with a requested amount. The server decides about the cap too. */
export type AmountProblem = 'missing' | 'zero' | 'aboveCap';

export function amountProblem(amount: number | undefined, room: number): AmountProblem | null {
  if (amount === undefined) return 'missing';
  if (amount <= 0) return 'zero';
  return amount > room ? 'aboveCap' : null;
}
