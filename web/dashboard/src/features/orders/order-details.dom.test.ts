import { describe, expect, it } from 'vitest';

import { orderDetailTexts } from './detail/order-detail-texts';
import { exportFilterTexts, finishedNow } from './export/export-rules';
import { ordersTexts } from './orders-texts';
import { fileSize } from '@shared/format/file-size';
import { hourMarks, hourTitle, hourTotals } from './hours/order-hours';
import { narrowedTo } from './hours/order-hour-pick';
import { hourlyParams, listParams, neighbours } from './order-rules';
import { orderTimeline } from './detail/order-timeline';
import { readSerial } from './detail/serial-number';

const at = '2026-11-21T07:29:44Z';
const { events } = orderDetailTexts.en;

function timeline(order: Parameters<typeof orderTimeline>[0]) {
  return orderTimeline(order, events, 'Multibiller', () => '14:33:10 WIB');
}

describe('orderTimeline', () => {
  it('tells a refund from its end to its beginning', () => {
    const entries = timeline({
      status: 'failed',
      nextCheckAt: null,
      history: [
        { event: 'placed', at, channel: 'h2h', apiKeyEnding: '7c2f' },
        { event: 'charged', at, amount: -250_600, balanceBefore: 96_450_250, balanceAfter: 96_199_650 },
        { event: 'sent', at, attempt: 1 },
        { event: 'answered', at, attempt: 1, outcome: 'retried', reason: 'The product is not available at present' },
        { event: 'sent', at, attempt: 2 },
        { event: 'answered', at, attempt: 2, outcome: 'failed', reason: 'Destination number is not registered' },
        { event: 'refunded', at, amount: 250_600, balanceBefore: 96_199_650, balanceAfter: 96_450_250 },
      ],
    });
    expect(entries.map(({ title, cause }) => [title, cause])).toEqual([
      ['Refunded to Multibiller', ''],
      ['Failed', 'Destination number is not registered'],
      ['Sent to supplier', 'Attempt 2'],
      ['Declined by the supplier', 'The product is not available at present. The order goes to another supplier'],
      ['Sent to supplier', 'Attempt 1'],
      ['Wallet charged', ''],
      ['Order created', 'By API key ending 7c2f'],
    ]);
    expect(entries[0]?.money).toEqual({ amount: 250_600, before: 96_199_650, after: 96_450_250 });
  });

  it.each([
    ['2026-11-21T07:33:10Z', 'Next check at 14:33:10 WIB'],
    [null, 'The supplier is working on it'],
  ])('says what a pending order waits for: %s', (nextCheckAt, cause) => {
    const [first] = timeline({ status: 'pending', nextCheckAt, history: [{ event: 'placed', at, channel: 'portal' }] });
    expect(first).toMatchObject({ title: 'Waiting for the result', cause });
    expect(first?.at).toBeUndefined();
  });

  it('says that an order waits for a supplier, and nothing else on top', () => {
    const entries = timeline({
      status: 'pending',
      nextCheckAt: null,
      history: [
        { event: 'placed', at, channel: 'portal' },
        { event: 'waiting', at },
      ],
    });
    expect(entries.map(({ title }) => title)).toEqual(['Waiting for a supplier', 'Order created']);
    expect(entries[0]).toMatchObject({ look: 'waiting', cause: orderDetailTexts.en.events.noSupplierCause, at });
  });

  it('has an end without an answer', () => {
    const [first] = timeline({
      status: 'failed',
      nextCheckAt: null,
      history: [{ event: 'ended', at, outcome: 'failed', reason: 'No supplier' }],
    });
    expect(first).toMatchObject({ look: 'failed', title: 'Failed', cause: 'No supplier' });
  });
});

describe('readSerial', () => {
  const digits = '44710932885612047719';
  it.each([
    ['4471-0932-8856-1204-7719/SITI AMINAH/R1/1300/64.7', 'token', digits, ['SITI AMINAH', 'R1', '1300', '64.7']],
    ['4471 0932 8856 1204 7719', 'token', digits, []],
    [`${digits}/SITI`, 'token', digits, ['SITI']],
    [digits, 'plain', digits, []],
    ['0885243969683501', 'plain', '0885243969683501', []],
  ] as const)('%s', (serial, kind, value, facts) => {
    expect(readSerial(serial)).toEqual({ kind, value, facts });
  });

  it('is nothing where there is nothing', () => {
    expect(readSerial(' ')).toBeNull();
  });
});

describe('hours', () => {
  const hours = [
    { hour: '2026-11-20T00:00:00+07:00', success: 2, pending: 0, failed: 1 },
    { hour: '2026-11-20T06:00:00+07:00', success: 3, pending: 1, failed: 0 },
    { hour: '2026-11-21T00:00:00+07:00', success: 0, pending: 0, failed: 0 },
  ];

  it('adds up', () => {
    expect(hourTotals(hours)).toEqual({ success: 5, pending: 1, failed: 1 });
    expect(hourTotals(undefined)).toBeUndefined();
  });

  it('is named in the zone of the screen, in the words of the language', () => {
    expect(hourTitle('2026-08-20T23:00:00+07:00', 'Asia/Jakarta', 'id')).toBe('20 Agu 2026, 23:00–00:00 WIB');
    expect(hourTitle('2026-11-20T23:00:00+07:00', 'Asia/Jayapura', 'en')).toBe('21 Nov 2026, 01:00–02:00 WIT');
  });

  it('marks days and every sixth hour', () => {
    expect(hourMarks(hours, 'Asia/Jakarta', 'en')).toEqual([
      { column: 0, text: '20 Nov', strong: true },
      { column: 1, text: '06', strong: false },
      { column: 2, text: '21 Nov', strong: true },
    ]);
    expect(hourMarks(hours.slice(0, 1), 'Asia/Jayapura', 'en')).toEqual([{ column: 0, text: '20 Nov', strong: true }]);
  });
});

describe('narrowedTo', () => {
  const search = {
    dateStart: '2026-11-20',
    dateEnd: '2026-11-21',
    depositType: 'level_1',
    page: 3,
    before: '9',
  } as const;
  const hour = '2026-11-20T10:00:00+07:00';

  it('narrows to the hour and the state, and keeps the days and the other filters', () => {
    expect(narrowedTo(search, { hour, status: '3' })).toMatchObject({
      dateStart: '2026-11-20',
      dateEnd: '2026-11-21',
      hour: '2026-11-20T03:00:00Z',
      filterType: '3',
      depositType: 'level_1',
    });
    expect(narrowedTo(search, { hour, status: '3' })).not.toHaveProperty('page');
  });

  it('keeps the state of the filter where the whole bar was pressed', () => {
    const next = narrowedTo({ ...search, filterType: '5' }, { hour, status: null });
    expect(next).toMatchObject({ hour: '2026-11-20T03:00:00Z', filterType: '5' });
  });

  it('is taken away by the same press again, and the filters stay', () => {
    const narrowed = narrowedTo(search, { hour, status: '3' });
    expect(narrowedTo(narrowed, { hour, status: '3' })).toMatchObject({ hour: undefined, filterType: '3' });
    expect(narrowedTo(narrowed, { hour, status: null })).toMatchObject({ hour: undefined, filterType: '3' });
    expect(narrowedTo(narrowed, { hour, status: '4' })).toMatchObject({
      hour: '2026-11-20T03:00:00Z',
      filterType: '4',
    });
  });

  it('is part of what the list asks for, but not of what the chart asks for', () => {
    const narrowed = narrowedTo(search, { hour, status: null });
    expect(listParams(narrowed)).toMatchObject({ hour: '2026-11-20T03:00:00Z' });
    expect(hourlyParams(narrowed)).not.toHaveProperty('hour');
    expect(listParams({ hour: '2026-11-20T03:00:00Z' })).toEqual({});
  });
});

describe('neighbours', () => {
  const rows = ['3', '2', '1'].map((orderId) => ({ orderId }));
  it.each([
    ['3', undefined, '2'],
    ['2', '3', '1'],
    ['1', '2', undefined],
    ['9', undefined, undefined],
  ])('of %s', (orderId, up, down) => expect(neighbours(rows, orderId)).toEqual({ up, down }));
});

describe('finishedNow', () => {
  const running = [{ id: 'a', status: 'running' as const }];
  const done = [{ id: 'a', status: 'done' as const }];
  it.each([
    ['ended', running, done, true],
    ['was done before', done, done, false],
    ['is new and done at once', [], done, true],
    ['still runs', running, running, false],
    ['failed', running, [{ id: 'a', status: 'failed' as const }], false],
  ])('%s', (_, before, after, isFinished) => expect(finishedNow(before, after)).toBe(isFinished));
});

describe('exportFilterWords', () => {
  const nothing = { query: '', scheduledOrderId: '', filterType: 0, paymentType: '', hour: null };
  it.each([
    [nothing, []],
    [
      { ...nothing, query: '$0812', filterType: 3, paymentType: 'settlement', hour: '2026-11-20T03:00:00Z' },
      ['$0812', 'at 03:00', 'Failed', 'Settlement'],
    ],
    [{ ...nothing, filterType: 4 }, ['Success']],
    [{ ...nothing, scheduledOrderId: '12' }, ['scheduled order 12']],
  ])('%o', (filter, expected) => {
    expect(exportFilterTexts(filter, ordersTexts.en, (hour) => `at ${hour.slice(11, 16)}`)).toEqual(expected);
  });
});

describe('fileSize', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [12_400, '12,4 kB'],
    [123_456, '123 kB'],
    [5_250_000_000, '5,3 GB'],
  ])('%i is %s', (bytes, text) => expect(fileSize(bytes)).toBe(text));
});
