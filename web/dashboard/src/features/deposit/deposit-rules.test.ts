import { describe, expect, it } from 'vitest';

import {
  canExport,
  exportName,
  historyParams,
  isAutoCheck,
  isOutgoing,
  namedPeriod,
  nameOfPeriod,
  nextPage,
  periodOf,
  previousPage,
  shownWallet,
  withFilter,
  withPeriod,
} from './deposit-rules';
import { depositSearchSchema } from './deposit-search';

const today = '2026-11-21';
const whole = { dateStart: '2026-11-20', timeStart: '08:00', dateEnd: '2026-11-21', timeEnd: '17:30' };

describe('the wallet that is shown', () => {
  const wallets = [
    { type: '', active: true },
    { type: 'level_1', active: false },
    { type: 'level_2', active: true },
    { type: 'multibiller', active: true },
  ];

  it('is the first active one with a type', () => {
    expect(shownWallet({}, wallets)).toBe('level_2');
    expect(shownWallet({ depositType: 'level_1' }, wallets)).toBe('level_1');
    expect(shownWallet({ depositType: 'all' }, wallets)).toBeUndefined();
    expect(shownWallet({}, [])).toBeUndefined();
  });
});

describe('the period', () => {
  it('clears what depends on a cleared part', () => {
    const search = { ...whole, page: 4, before: '1-30', action: 'refund' } as const;
    expect(withPeriod(search, { dateStart: undefined })).toEqual({ action: 'refund' });
    expect(withPeriod(search, { timeStart: undefined })).toMatchObject({ ...whole, timeStart: '00:00' });
    expect(withPeriod({ ...search, dateEnd: undefined, timeEnd: undefined }, { timeStart: undefined })).toMatchObject({
      dateStart: '2026-11-20',
      timeStart: undefined,
    });
    expect(withPeriod(search, { dateEnd: undefined })).toMatchObject({ timeStart: '08:00', timeEnd: undefined });
    expect(withPeriod(search, { timeEnd: '18:00' })).toMatchObject({ ...whole, timeEnd: '18:00', page: undefined });
  });

  it.each([
    ['all four', whole, whole],
    ['a time without its day', { timeStart: '08:00' }, {}],
    ['an end without a start time', { dateStart: '2026-11-20', dateEnd: '2026-11-21' }, { dateStart: '2026-11-20' }],
    ['a start in the future', { ...whole, dateStart: '2026-11-22' }, {}],
    ['an end in the future', { ...whole, dateEnd: '2026-11-22' }, { dateStart: '2026-11-20', timeStart: '08:00' }],
    ['an end before the start', { ...whole, dateEnd: '2026-11-19' }, {}],
    ['an end minute before the start', { ...whole, dateEnd: '2026-11-20', timeEnd: '07:59' }, {}],
  ])('of a URL with %s has what the server accepts', (_, search, period) => {
    expect(periodOf(search, today)).toEqual(period);
  });
});

describe('pages', () => {
  const rows = Array.from({ length: 10 }, (_, index) => ({ id: `1-${90 - index}` }));

  it('go on by cursors', () => {
    expect(nextPage({ action: 'topup' }, rows)).toMatchObject({ action: 'topup', page: 2, before: '1-81' });
    expect(nextPage({}, rows.slice(1))).toBeNull();
    expect(previousPage({ page: 3, before: '1-91' }, rows)).toMatchObject({
      page: 2,
      before: undefined,
      after: '1-90',
    });
    expect(previousPage({ page: 2 }, rows)).toMatchObject({ page: undefined, after: undefined });
    expect(previousPage({}, rows)).toBeNull();
  });

  it('start again with another filter', () => {
    const search = { page: 7, before: '1-20', dateStart: today };
    expect(withFilter(search, { action: 'deduct' })).toEqual({ action: 'deduct', dateStart: today });
    expect(historyParams(search, 'level_1', today)).toEqual({
      page: 7,
      before: '1-20',
      dateStart: today,
      depositType: 'level_1',
    });
  });
});

it('drops bad values of the URL', () => {
  const bad = {
    page: '0',
    action: 'steal',
    depositType: 'gold',
    timeStart: '24:00',
    timeEnd: '7:5',
    before: '1',
    after: 'x',
  };
  expect(Object.values(depositSearchSchema.parse(bad)).every((value) => value === undefined)).toBe(true);
});

it.each([
  ['payment', true],
  ['topup_fee', true],
  ['deduct', true],
  ['tax_22', true],
  ['refund', false],
  ['topup', false],
  ['topup_va', false],
  ['topup_penalty', false],
])('%s takes money: %s', (operation, out) => expect(isOutgoing(operation)).toBe(out));

it('tags references of unique amounts', () => {
  const rows = [
    ['topup', '00032611', true],
    ['topup', 'INV-0003', false],
    ['topup', '', false],
    ['payment', '0003-MYREF', false],
    ['refund', '0003-MYREF', false],
    ['tax_22', '00032611', false],
    ['topup_penalty', '00032611', false],
    ['topup_va', '0003VA', false],
  ] as const;
  for (const [action, reference, is] of rows)
    expect([action, reference, isAutoCheck({ action, reference })]).toEqual([action, reference, is]);
});

it('means the whole day with a date that is chosen without a time', () => {
  const started = withPeriod({}, { dateStart: '2026-11-20', timeStart: undefined });
  expect(started).toMatchObject({ dateStart: '2026-11-20', timeStart: '00:00' });
  expect(started).toMatchObject({ dateEnd: undefined, timeEnd: undefined });
  const ended = withPeriod(started, { dateEnd: '2026-11-21', timeEnd: undefined });
  expect(ended).toMatchObject({ timeStart: '00:00', dateEnd: '2026-11-21', timeEnd: '23:59' });
  // A time that was chosen stays with another day, and can be cleared.
  expect(withPeriod({ ...ended, timeEnd: '12:00' }, { dateEnd: '2026-11-20' })).toMatchObject({ timeEnd: '12:00' });
  expect(withPeriod(ended, { timeEnd: undefined })).toMatchObject({ dateEnd: '2026-11-21', timeEnd: undefined });
});

it.each([
  ['today', '2026-03-01', '2026-03-01', '2026-03-01'],
  ['thisMonth', '2026-03-17', '2026-03-01', '2026-03-17'],
  ['lastMonth', '2026-03-17', '2026-02-01', '2026-02-28'],
  ['lastMonth', '2026-01-31', '2025-12-01', '2025-12-31'],
] as const)('knows %s on %s', (name, day, dateStart, dateEnd) => {
  const period = { dateStart, timeStart: '00:00', dateEnd, timeEnd: '23:59' };
  expect(namedPeriod(name, day)).toEqual(period);
  expect(canExport(periodOf(period, day))).toBe(true);
  expect(nameOfPeriod({ ...period, timeEnd: '12:00' }, day)).toBeNull();
});

it('names the file by the time, to the millisecond', () => {
  expect(exportName(new Date(2026, 0, 2, 3, 4, 5, 6))).toBe('[Export Deposit] 20260102030405006');
});

it.each([
  [whole, true],
  [{ ...whole, timeEnd: undefined }, false],
  [{}, false],
])('%j can be exported: %s', (period, can) => expect(canExport(period)).toBe(can));
