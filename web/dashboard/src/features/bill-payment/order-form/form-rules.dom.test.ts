import { describe, expect, it } from 'vitest';

import { makeCheck, makeLine, tsel10 } from '../../../../test/bill-fixtures';
import type { BillProduct } from './order-queries';
import { merged, normalised, numbersIn } from './destinations/destinations';
import { type OrderDraft, emptyDraft } from './order-draft';
import {
  costOf,
  defaultEnd,
  endMonths,
  firstMoment,
  isDayCut,
  movedDefault,
  pricedBy,
  problemsOf,
  requestOf,
  runsOf,
} from './form-rules';

const zone = 'Asia/Jakarta';
const now = new Date('2026-11-21T07:01:30Z'); // 14:01 in Jakarta

const { sellPrice: _, ...unpriced } = tsel10;
const open: BillProduct = { ...unpriced, operatorType: 'ewallet_inquiry', adminPrice: 500 };
const bill: BillProduct = { ...unpriced, operatorType: 'pdam', adminPrice: 2500 };

const one = { destinationNo: '081234567890', id: '', name: '' };
const good: OrderDraft = { ...emptyDraft, name: 'Pulsa', destinations: [one] };
const problems = (draft: Partial<OrderDraft>, of = tsel10) => problemsOf({ ...good, ...draft }, of, now, zone);

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

it('says when a month of a series is shorter than its day', () => {
  expect(isDayCut('2026-11-28', '2027-05')).toBe(false);
  expect(isDayCut('2026-11-29', '2027-01')).toBe(false);
  expect(isDayCut('2026-11-29', '2027-02')).toBe(true);
  expect(isDayCut('2027-11-29', '2028-02')).toBe(false); // a leap year
  expect(isDayCut('2026-10-31', '2026-11')).toBe(true);
  expect(isDayCut('2026-10-31', '2026-10')).toBe(false);
});

it('moves a default time on with the clock, and no time that was chosen', () => {
  const later = new Date('2026-11-21T07:11:00Z');
  const byDefault = { ...good, scheduled: true, day: '2026-11-21', time: '14:15', defaultTime: true };
  expect(movedDefault(byDefault, now, zone)).toEqual({});
  expect(movedDefault(byDefault, later, zone)).toEqual({ day: '2026-11-21', time: '14:25' });
  expect(movedDefault({ ...byDefault, defaultTime: false }, later, zone)).toEqual({});
  expect(movedDefault({ ...byDefault, scheduled: false }, later, zone)).toEqual({});
});

describe('the cost of an order', () => {
  it('is the price times the quantity, or the amount times the quantity with the fee beside it', () => {
    expect(costOf(tsel10, undefined, 3)).toEqual({ unit: 10_250, estimated: 30_750, fee: undefined, charged: 30_750 });
    expect(costOf(open, 20_000, 2)).toEqual({
      unit: 20_000,
      estimated: 40_000,
      fee: { unit: 500, all: 1000 },
      charged: 41_000,
    });
    expect(costOf(bill, undefined, 2)).toBeUndefined();
    expect(costOf(open, undefined, 2)).toBeUndefined();
  });

  it('is that of the check where the price has changed', () => {
    expect(pricedBy(tsel10, undefined)).toBe(tsel10);
    expect(costOf(pricedBy(tsel10, makeCheck({ unitPrice: 10_300 })), undefined, 2)?.charged).toBe(20_600);
    expect(costOf(pricedBy(open, makeCheck({ unitPrice: 20_700, fee: 700 })), 20_000, 2)?.charged).toBe(41_400);
  });
});

describe('the request of an order', () => {
  it('has its schedule and its total', () => {
    const monthly = { ...good, scheduled: true, day: '2026-11-25', time: '09:00', monthly: true, endMonth: '2027-05' };
    expect(requestOf(monthly, tsel10, zone, undefined)).toEqual({
      name: 'Pulsa',
      productCode: 'TSEL10',
      destinationNos: ['081234567890'],
      scheduledAt: '2026-11-25T02:00:00.000Z',
      interval: 'monthly',
      endsAt: '2027-05-01T05:00:00.000Z',
      expectedTotal: 10_250,
    });
    expect(requestOf(good, bill, zone, undefined)).toMatchObject({
      scheduledAt: null,
      interval: null,
      expectedTotal: null,
    });
    expect(requestOf({ ...good, amount: 20_000 }, open, zone, undefined)).toMatchObject({
      amount: 20_000,
      expectedTotal: 20_500,
    });
  });

  it('has the numbers that the check says, each once', () => {
    const raw = { ...one, destinationNo: '0812.3456.7890' };
    const check = makeCheck({
      unitPrice: 10_250,
      lines: [
        makeLine({ destinationNo: '081234567890' }),
        makeLine({ destinationNo: '0812.3456.7891', normalised: '081234567891' }),
        makeLine({ destinationNo: '0812.3456.7890', normalised: '081234567890', verdict: 'duplicate' }),
      ],
    });
    expect(requestOf({ ...good, destinations: [one, raw] }, tsel10, zone, check)).toMatchObject({
      destinationNos: ['081234567890', '081234567891'],
      expectedTotal: 20_500,
    });
  });
});

describe('destinations', () => {
  it.each([
    ['mobile', '081234567890', '081234567890'],
    ['mobile', '+62 812-3456-7890', '081234567890'],
    ['mobile', '6281234567890', '081234567890'],
    ['mobile', '0062 812 3456 7890', '081234567890'],
    ['mobile', '81234567890', '081234567890'],
    ['mobile', ' 0812\u00A03456\u20097890 ', '081234567890'],
    ['mobile', '\u202A(0812) 3456-7890\u202C', '081234567890'],
    // What may be another number is left for the server to judge.
    ['mobile', '+852 6123 4567', '+85261234567'],
    ['mobile', '81299990009.0', '81299990009.0'],
    ['mobile', '8.12E+11', '8.12E+11'],
    ['mobile', '081234567890/081234567891', '081234567890/081234567891'],
    ['mobile', "'081234567890", "'081234567890"],
    ['electricity', '8123 4567 890', '81234567890'],
    ['game', 'A 12', 'A 12'],
    ['game', '551203880\u200B', '551203880'],
    ['emoney', '6032 9812 3456 7893', '6032 9812 3456 7893'],
  ])('%s: %j is kept as %j', (operatorType, text, normalForm) => {
    expect(normalised(text, operatorType)).toBe(normalForm);
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
    expect(numbersIn(' ,;\n\u200B')).toEqual([]);
  });

  it('are merged, a contact replaces an unsaved number, and duplicates keep their names', () => {
    const ani = { ...one, id: '7', name: 'Ani' };
    const again = { ...one, name: 'Budi', line: 9 };
    expect(merged([one], [ani, { ...one, destinationNo: '0813' }, again])).toEqual({
      list: [ani, { ...one, destinationNo: '0813' }],
      duplicates: [
        { destinationNo: one.destinationNo, name: 'Ani' },
        { destinationNo: one.destinationNo, name: 'Budi', line: 9 },
      ],
    });
  });
});
