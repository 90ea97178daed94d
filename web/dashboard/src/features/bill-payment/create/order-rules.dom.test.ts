import { describe, expect, it } from 'vitest';

import type { BillProduct } from '../bill-queries';
import { merged, normalised, numbersIn } from './destinations';
import { type Draft, emptyDraft } from './draft';
import { defaultEnd, endMonths, firstMoment, problemsOf, requestOf, runsOf, unitPrice } from './order-rules';

const zone = 'Asia/Jakarta';
const now = new Date('2026-11-21T07:01:30Z'); // 14:01 in Jakarta

const product: BillProduct = {
  code: 'TSEL10',
  name: 'Telkomsel 10.000',
  description: '',
  operatorType: 'mobile',
  type: 'mobile',
  operatorCode: 'TSEL',
  walletType: 'level_1',
  active: true,
  problem: false,
  sellPrice: 10_250,
};
const { sellPrice: _, ...unpriced } = product;
const open: BillProduct = { ...unpriced, operatorType: 'ewallet_inquiry', adminPrice: 500 };
const bill: BillProduct = { ...unpriced, operatorType: 'pdam', adminPrice: 2500 };

const one = { destinationNo: '081234567890', id: '', name: '' };
const good: Draft = { ...emptyDraft, name: 'Pulsa', destinations: [one] };
const problems = (draft: Partial<Draft>, of = product) => problemsOf({ ...good, ...draft }, of, now, zone);

describe('problems of an order', () => {
  it('finds none in a good one', () => {
    expect(problems({})).toEqual({});
    expect(problems({ scheduled: true, day: '2026-11-21', time: '14:15' })).toEqual({});
    expect(problems({ amount: 20_000 }, open)).toEqual({});
  });

  it('asks for what is missing', () => {
    expect(problems({ name: ' ', destinations: [] })).toEqual({
      name: 'nameRequired',
      destinations: 'destinationsRequired',
    });
    expect(problems({}, open)).toEqual({ amount: 'amountRequired' });
    expect(problems({ amount: 0 }, open)).toEqual({ amount: 'amountZero' });
    expect(problems({ scheduled: true })).toEqual({ day: 'dayRequired', time: 'timeRequired' });
    expect(problems({ scheduled: true, day: '2026-11-30', time: '09:00', monthly: true })).toEqual({
      endMonth: 'endRequired',
    });
  });

  it('refuses times that are too soon or between steps, and ends before the start', () => {
    expect(problems({ scheduled: true, day: '2026-11-21', time: '14:10' })).toEqual({ time: 'timeSoon' });
    expect(problems({ scheduled: true, day: '2026-11-22', time: '14:12' })).toEqual({ time: 'timeStep' });
    const monthly = { scheduled: true, day: '2026-12-01', time: '09:00', monthly: true, endMonth: '2026-11' };
    expect(problems(monthly)).toEqual({ endMonth: 'endEarly' });
  });
});

describe('a schedule', () => {
  it('begins ten minutes from now, on a step', () => {
    expect(firstMoment(now, zone)).toEqual({ day: '2026-11-21', time: '14:15' });
    expect(firstMoment(new Date('2026-11-21T16:50:01Z'), zone)).toEqual({ day: '2026-11-22', time: '00:05' });
  });

  it('ends a month after its start', () => {
    expect(defaultEnd('2026-11-30')).toBe('2026-12');
    expect(endMonths('2026-11-30').slice(0, 3)).toEqual(['2026-11', '2026-12', '2027-01']);
    expect(runsOf('2026-11-25', '2027-05')).toBe(7);
  });
});

it('makes the request of an order', () => {
  const monthly = { ...good, scheduled: true, day: '2026-11-25', time: '09:00', monthly: true, endMonth: '2027-05' };
  expect(requestOf(monthly, product, zone)).toEqual({
    name: 'Pulsa',
    productCode: 'TSEL10',
    destinationNos: ['081234567890'],
    scheduledAt: '2026-11-25T02:00:00.000Z',
    interval: 'monthly',
    endsAt: '2027-05-01T05:00:00.000Z',
    expectedTotal: 10_250,
  });
  expect(requestOf(good, bill, zone)).toMatchObject({ scheduledAt: null, interval: null, expectedTotal: null });
  expect(requestOf({ ...good, amount: 20_000 }, open, zone)).toMatchObject({ amount: 20_000, expectedTotal: 20_500 });
  expect(unitPrice(bill, good)).toBeUndefined();
});

describe('destinations', () => {
  it('have one form for all ways to write a mobile number', () => {
    for (const text of ['081234567890', '+62 812-3456-7890', '6281234567890', '81234567890', ' 0812 3456 7890 ']) {
      expect(normalised(text, 'mobile')).toBe('081234567890');
    }
    expect(normalised('8123 4567 890', 'electricity')).toBe('81234567890');
    expect(normalised('A 12', 'game')).toBe('A 12');
  });

  it('are split where people and spreadsheets separate them', () => {
    expect(numbersIn('0812,0813; 0814\r\n0815\n\n0816\t0817')).toEqual([
      '0812',
      '0813',
      ' 0814',
      '0815',
      '0816',
      '0817',
    ]);
    expect(numbersIn(' ,;\n')).toEqual([]);
  });

  it('are merged, and a contact replaces an unsaved number', () => {
    const ani = { ...one, id: '7', name: 'Ani' };
    expect(merged([one], [ani, { ...one, destinationNo: '0813' }, one])).toEqual({
      list: [ani, { ...one, destinationNo: '0813' }],
      duplicates: 2,
    });
  });
});
