import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { clearNotices } from '@shared/notify/notify';
import { permission } from '@/session/permissions';

import { makeUser } from '../../../../../../test/factories';
import { testNetwork } from '../../../../../../test/network';
import { makeCreated } from '../../../../../test/bill-fixtures';
import { billHandlers } from '../../../../../test/bill-handlers';
import { renderApp } from '../../../../../test/render-app';
import { keepSignedIn } from '../../../../../test/signed-in';
import type { ScheduledOrder } from '../scheduled-order-queries';

const network = testNetwork();
const permissions = [permission.scheduledOrderList, permission.scheduledOrderCreate, permission.scheduledOrderGet];

let order: ScheduledOrder;

beforeEach(() => {
  sessionStorage.clear();
  clearNotices();
  keepSignedIn(makeUser(), permissions);
  network.use(
    ...billHandlers(permissions),
    http.get('*/v1/scheduled-orders/approval', () =>
      HttpResponse.json({ data: { amount: null, pending: null, spentToday: 0 } }),
    ),
    http.get('*/v1/scheduled-orders', () => HttpResponse.json({ data: [order], page: 1, perPage: 10, total: 1 })),
    http.get('*/v1/scheduled-orders/:id', () => HttpResponse.json({ data: { ...order, orders: [] } })),
    http.get('*/v1/scheduled-orders/:id/progress', () => {
      const { status, counts, charged, moneyEnded, waitsForMoney } = order;
      return HttpResponse.json({ data: { status, counts, charged, moneyEnded, waitsForMoney } });
    }),
    http.get('*/v1/scheduled-orders/:id/lines', () => HttpResponse.json({ data: [], total: 0 })),
  );
});

async function open() {
  renderApp('/bill-payment/order-history?order=25');
  return within(await screen.findByRole('dialog', { name: /^Pulsa/u }));
}

describe('an order that waits for approval', () => {
  const approval = { approved: null, by: null, decidedAt: null, expiresAt: '2026-11-28T02:00:00Z' };
  const waiting = { status: 'draft', waitsFor: 'approval', approval } as const;

  it('is not decided by its maker, who is told before the PIN', async () => {
    order = makeCreated({ ...waiting, createdById: '12' });
    const dialog = await open();
    expect(
      await dialog.findByText(/^You made this order, so another user decides about it\. It waits until/u),
    ).toBeTruthy();
    for (const name of ['Approve', 'Reject']) {
      expect(dialog.getByRole('button', { name })).toHaveProperty('disabled', true);
      expect(dialog.getByRole('button', { name }).title).toBe('You made this order, so another user decides about it.');
    }
  });

  it('is decided by another user', async () => {
    order = makeCreated({ ...waiting, createdById: '13' });
    const dialog = await open();
    expect(await dialog.findByText(/^It waits until/u)).toBeTruthy();
    for (const name of ['Approve', 'Reject']) {
      expect(dialog.getByRole('button', { name })).toHaveProperty('disabled', false);
    }
  });
});

describe('the list', () => {
  it('opens no detail for who may not see it', async () => {
    const without = permissions.filter((id) => id !== permission.scheduledOrderGet);
    keepSignedIn(makeUser(), without);
    network.use(...billHandlers(without));
    order = makeCreated({ status: 'done', quantity: 2 });
    renderApp('/bill-payment/order-history');
    expect(await screen.findByRole('button', { name: /^Detail of/u })).toHaveProperty('disabled', true);
    expect(screen.queryByRole('link', { name: /^Detail of/u })).toBeNull();
  });

  it('tells a retry from its order of the same name', async () => {
    order = makeCreated({ retryOf: '24', status: 'done', quantity: 2 });
    renderApp('/bill-payment/order-history');
    expect(await screen.findByText('2 numbers · retry of order 24')).toBeTruthy();
  });

  it('says that all lines failed', async () => {
    const counts = { total: 2, success: 0, failed: 1, error: 1, pending: 0, canceled: 0, waiting: 0 };
    order = makeCreated({ status: 'done', quantity: 2, counts });
    renderApp('/bill-payment/order-history');
    expect(await screen.findByText('all failed')).toBeTruthy();
    expect(screen.getByText('Paid', { selector: 'span' }).dataset['tone']).toBe('failed');
  });
});
