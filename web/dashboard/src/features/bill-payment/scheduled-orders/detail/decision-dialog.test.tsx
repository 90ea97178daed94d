import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { clearNotices } from '@shared/notify/notify';
import { permission } from '@/session/permissions';

import { makeUser } from '../../../../../../test/factories';
import { testNetwork } from '../../../../../../test/network';
import { makeCheck, makeCreated, tsel10 } from '../../../../../test/bill-fixtures';
import { billHandlers } from '../../../../../test/bill-handlers';
import { renderApp } from '../../../../../test/render-app';
import { keepSignedIn } from '../../../../../test/signed-in';
import { wallets } from '../../../../../test/topup-fixtures';
import type { Decision } from '../scheduled-order-queries';

const network = testNetwork();
const permissions = [permission.scheduledOrderCreate, permission.scheduledOrderList];
const late = { status: 'draft', waitsFor: 'late', scheduledAt: '2026-11-20T02:00:00Z' } as const;
const counts = { total: 1, success: 0, failed: 1, error: 0, pending: 0, canceled: 0, waiting: 0 };
const orders = {
  approve: makeCreated({ status: 'draft', waitsFor: 'approval', createdById: '13' }),
  resume: makeCreated(late),
  retry: makeCreated({ status: 'done', counts, executedAt: '2026-11-25T02:00:00Z', endedAt: '2026-11-25T02:01:00Z' }),
};

/** The present price of one number. */
let price: number;
let sent: unknown[];

beforeEach(() => {
  price = 10_250;
  sent = [];
  sessionStorage.clear();
  localStorage.clear();
  clearNotices();
  keepSignedIn(makeUser(), permissions);
  network.use(
    ...billHandlers(permissions),
    http.get('*/dashboard/v1/deposits/client', () => HttpResponse.json({ deposits: wallets })),
    http.get('*/v1/scheduled-orders', () => HttpResponse.json({ data: [], page: 1, perPage: 10, total: 0 })),
    http.get('*/v1/scheduled-orders/approval', () =>
      HttpResponse.json({ data: { amount: null, pending: null, spentToday: 0 } }),
    ),
    http.get('*/v1/scheduled-orders/25/lines', () => HttpResponse.json({ data: [], total: 0 })),
    http.get('*/dashboard/v1/products/client/TSEL10/prices', () =>
      HttpResponse.json({ product: { ...tsel10, sellPrice: price }, prices: [] }),
    ),
    http.post('*/v1/scheduled-orders/25/retry/check', () =>
      HttpResponse.json({
        data: {
          ...makeCheck({ unitPrice: price, estimatedPrice: price, total: price }),
          quantity: 1,
          failed: 1,
          canceled: 0,
          wrongNumber: 0,
        },
      }),
    ),
  );
});

it.each<[Decision, string, string]>([
  ['approve', 'Approve', 'Approve order'],
  ['resume', 'Run now', 'Run order now'],
  ['retry', 'Retry 1 failed line', 'Retry lines'],
])('%s sends the total that is shown, and asks again when it is another one', async (decision, button, title) => {
  const order = orders[decision];
  network.use(
    http.get('*/v1/scheduled-orders/25', () => HttpResponse.json({ data: { ...order, orders: [] } })),
    http.get('*/v1/scheduled-orders/25/progress', () => HttpResponse.json({ data: order })),
    http.post(`*/v1/scheduled-orders/25/${decision}`, async ({ request }) => {
      sent.push(await request.json());
      if (price === 10_500) return HttpResponse.json({ data: order });
      price = 10_500;
      const message = 'The price has changed: the total is now Rp 10.500';
      return HttpResponse.json({ code: 'PriceChangedError', message, status: 409 }, { status: 409 });
    }),
  );
  const user = renderApp('/bill-payment/order-history?order=25');
  await user.click(await screen.findByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  const pin = await dialog.findByLabelText<HTMLInputElement>('PIN');
  expect(dialog.getByText(/10\.250$/u)).toBeTruthy();

  // The price of another moment is not shown under the user's eyes: the user looks elsewhere and comes back.
  document.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('focus'));
  await user.type(pin, '135790');
  expect(await dialog.findByText('The price has changed: the total is now Rp 10.500')).toBeTruthy();
  expect(await dialog.findByText(/10\.500$/u, { ignore: '[class*=error]' })).toBeTruthy();
  await waitFor(() => expect(dialog.queryByText(/10\.250$/u)).toBeNull());
  expect(dialog.getByLabelText<HTMLInputElement>('PIN').value).toBe('');
  await user.type(dialog.getByLabelText('PIN'), '135790');
  await waitFor(() => expect(sent).toMatchObject([{ expectedTotal: 10_250 }, { expectedTotal: 10_500 }]));
});
