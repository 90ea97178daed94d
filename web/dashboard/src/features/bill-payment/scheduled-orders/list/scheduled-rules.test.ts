import { expect, it } from 'vitest';

import { listParams, monthsUntil, shortMonthName, toneOf, withFilter } from './scheduled-rules';
import { scheduledSearchSchema } from './scheduled-search';

it('offers the months from February 2025 to the current one', () => {
  const months = monthsUntil('2026-11');
  expect(months).toHaveLength(22);
  expect(months.slice(0, 2)).toEqual(['2025-02', '2025-03']);
  expect(months.slice(10, 12)).toEqual(['2025-12', '2026-01']);
  expect(months.at(-1)).toBe('2026-11');
  expect(shortMonthName('2025-02', 'en')).toBe('Feb 2025');
  expect(shortMonthName('2026-08', 'id')).toBe('Agu 2026');
});

it('sends a month with its first and last moment in the client’s zone', () => {
  const search = { month: '2026-02', status: 'done', page: 2 } as const;
  expect(listParams(search, 'Asia/Jakarta')).toEqual({
    perPage: 10,
    page: 2,
    status: 'done',
    startDate: '2026-01-31T17:00:00.000Z',
    endDate: '2026-02-28T16:59:59.999Z',
  });
});

it('goes back to the first page when a filter changes', () => {
  expect(withFilter({ page: 3, status: 'done' }, { month: '2026-02' })).toEqual({
    page: undefined,
    status: 'done',
    month: '2026-02',
  });
});

it('drops what is no filter', () => {
  const parsed = scheduledSearchSchema.parse({ month: '2026-13', status: 'paid', order: '12x', page: '0' });
  expect(Object.values(parsed).filter((value) => value !== undefined)).toEqual([]);
});

const counts = { success: 0, pending: 0, failed: 0, error: 0 };

it.each([
  ['bought', 'done', { success: 3 }, 'done'],
  ['bought in part', 'done', { success: 1, failed: 2 }, 'done'],
  ['failed on every line', 'done', { failed: 2, error: 1 }, 'failed'],
  ['that were paid before', 'done', { error: 3 }, 'failed'],
  ['cancelled before a line was sent', 'done', {}, 'done'],
  ['that runs', 'scheduled', { failed: 3 }, 'running'],
  ['cancelled', 'canceled', { failed: 3 }, 'cancelled'],
] as const)('colours an order %s', (_, status, part, tone) => {
  expect(toneOf({ status, counts: { ...counts, ...part } })).toBe(tone);
});
