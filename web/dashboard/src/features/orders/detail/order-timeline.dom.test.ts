import { describe, expect, it } from 'vitest';

import { orderDetailTexts } from './order-detail-texts';
import { orderTimeline } from './order-timeline';

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
    [{ code: 'timeout', category: 'operator', retryable: true } as const, `. ${events.retryable}`],
    [{ code: 'number_wrong', category: 'destination', retryable: false } as const, `. ${events.checkNumber}`],
    [{ code: 'reversed', category: 'operator', retryable: false } as const, ''],
  ])('says what can be done about a failure: %o', (failure, advice) => {
    const [first] = timeline({
      status: 'failed',
      nextCheckAt: null,
      failure,
      history: [{ event: 'answered', at, attempt: 1, outcome: 'failed', reason: 'No' }],
    });
    expect(first?.cause).toBe(`No${advice}`);
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
