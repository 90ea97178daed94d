import { expect, it } from 'vitest';

import { zonedMoment } from '@shared/format/zoned-moment';

import { eventParams, spanOf } from './events/event-rules';
import { amountProblem, isOngoing, weekdaysOf } from './settlement-rules';

it.each([
  [0, []],
  [1, ['monday']],
  [9, ['monday', 'thursday']],
  [64, ['sunday']],
])('the mask %d has the days %j', (mask, days) => {
  expect(weekdaysOf(mask)).toEqual(days);
});

// 16 November to 23 November, in Jakarta.
const period = { from: '2026-11-15T17:00:00Z', to: '2026-11-22T17:00:00Z' };

it.each([
  ['2026-11-15', false],
  ['2026-11-16', true],
  ['2026-11-22', true],
  ['2026-11-23', false],
])('on %s a period until 23 November is ongoing: %s', (today, ongoing) => {
  expect(isOngoing(period, 'Asia/Jakarta', today)).toBe(ongoing);
});

it.each([
  [undefined, 'missing'],
  [0, 'zero'],
  [1000, null],
  [1001, 'aboveCap'],
])('a requested limit of %s with room for 1000 is %s', (amount, problem) => {
  expect(amountProblem(amount, 1000)).toBe(problem);
});

it.each([
  ['Asia/Jayapura', '2026-11-20T15:30:00.000Z'],
  ['America/New_York', '2026-11-21T05:30:00.000Z'],
])('half past midnight in %s is %s', (zone, moment) => {
  expect(zonedMoment('2026-11-21', '00:30', zone).toISOString()).toBe(moment);
});

const today = '2026-11-21';

it('sends whole days in the client’s zone where no time is chosen', () => {
  const search = { page: 2, action: 'refund', dateStart: '2026-11-20', dateEnd: today } as const;
  expect(eventParams(search, 'Asia/Jakarta', today)).toEqual({
    page: 2,
    action: 'refund',
    date_start: '2026-11-19T17:00:00.000Z',
    date_end: '2026-11-21T16:59:59.000Z',
  });
});

it.each([
  [{ dateStart: '2026-11-22' }, {}],
  [{ dateEnd: '2026-11-22' }, {}],
  // Nothing of a period that ends before it starts applies.
  [{ dateStart: today, dateEnd: '2026-11-20' }, {}],
  [{ dateStart: today, timeStart: '10:00', dateEnd: today, timeEnd: '09:00' }, {}],
])('drops what the server would refuse from %j', (search, span) => {
  expect(spanOf(search, today)).toEqual(span);
});
