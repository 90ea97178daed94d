import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { clearNotices } from '@shared/notify/notify';
import { permission } from '@/session/permissions';

import { makeUser } from '../../../../../../test/factories';
import { testNetwork } from '../../../../../../test/network';
import { makeCreated, tsel10 } from '../../../../../test/bill-fixtures';
import { billHandlers } from '../../../../../test/bill-handlers';
import { renderApp } from '../../../../../test/render-app';
import { keepSignedIn } from '../../../../../test/signed-in';
import { wallets } from '../../../../../test/topup-fixtures';
import type { ScheduledDetail } from '../scheduled-order-queries';

const network = testNetwork();
const permissions = [permission.scheduledOrderCreate, permission.scheduledOrderList, permission.scheduledOrderGet];
const failedLines = ['081234567890', '081234567891'];

let order: ScheduledDetail;
let sent: { key: string | null; body: unknown }[];
/** The retries that the server made, by key. */
let createdKeys: Set<string>;
/** What one line costs now. */
let price: number;

type Fate = 'answered' | 'made, answer lost' | 'lost before';

function retries(fate: Fate): void {
  network.use(
    http.post('*/v1/scheduled-orders/25/retry', async ({ request }) => {
      const key = request.headers.get('Idempotency-Key');
      sent.push({ key, body: await request.json() });
      if (fate !== 'lost before') createdKeys.add(key ?? '');
      return fate === 'answered' ? HttpResponse.json({ data: makeCreated({ id: '26' }) }) : HttpResponse.error();
    }),
  );
}

function makeOrder(part: Partial<ScheduledDetail>): ScheduledDetail {
  const lines = failedLines.map((destinationNo, index) => ({
    line: index + 1,
    destinationNo,
    name: '',
    orderId: null,
    status: 'failed' as const,
    price: null,
    amount: null,
    reason: null,
    refunded: false,
    retriable: true,
    serialNumber: '',
    wrongNumber: false,
    createdAt: null,
    updatedAt: '2026-11-25T02:00:00Z',
  }));
  return {
    ...makeCreated({ id: '25', quantity: 2, destinationNos: failedLines, status: 'done' }),
    counts: { total: 2, success: 0, failed: 2, error: 0, pending: 0, canceled: 0, waiting: 0 },
    executedAt: '2026-11-25T02:00:00Z',
    endedAt: '2026-11-25T02:00:10Z',
    approval: null,
    orders: lines,
    ...part,
  };
}

beforeEach(() => {
  order = makeOrder({});
  sent = [];
  createdKeys = new Set();
  price = 10_250;
  localStorage.clear();
  clearNotices();
  keepSignedIn(makeUser(), permissions);
  network.use(
    ...billHandlers(permissions),
    http.get('*/dashboard/v1/deposits/client', () => HttpResponse.json({ deposits: wallets })),
    http.get('*/dashboard/v1/products/client/TSEL10/prices', () =>
      HttpResponse.json({ product: { ...tsel10, sellPrice: price } }),
    ),
    http.get('*/v1/scheduled-orders/approval', () =>
      HttpResponse.json({ data: { amount: null, pending: null, spentToday: 0 } }),
    ),
    http.get('*/v1/scheduled-orders', () => HttpResponse.json({ data: [order], page: 1, perPage: 10, total: 1 })),
    http.get('*/v1/scheduled-orders/made', ({ request }) =>
      createdKeys.has(new URL(request.url).searchParams.get('key') ?? '')
        ? HttpResponse.json({ data: makeCreated({ id: '26', name: 'Pulsa again' }) })
        : HttpResponse.json({ code: 'NotFoundError', message: 'None.' }, { status: 404 }),
    ),
    http.get('*/v1/scheduled-orders/:id/progress', () => HttpResponse.json(order)),
    http.get('*/v1/scheduled-orders/:id', ({ params }) =>
      HttpResponse.json({ data: params['id'] === '25' ? order : makeOrder({ id: '26', name: 'Pulsa again' }) }),
    ),
    http.post('*/v1/scheduled-orders/25/retry/check', async ({ request }) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const { lines } = (await request.json()) as { lines?: number[] };
      const quantity = lines?.length ?? failedLines.length;
      const total = quantity * price;
      const none = { fee: null, totalFee: null, wrongNumber: 0, refusals: [], needsApproval: false };
      return HttpResponse.json({ data: { quantity, unitPrice: price, estimatedPrice: total, total, ...none } });
    }),
  );
  retries('answered');
});

const page = '/bill-payment/order-history?order=25';
const decision = async (name: string) => within(await screen.findByRole('dialog', { name }));

async function press(user: UserEvent, name: string | RegExp) {
  await user.click(await screen.findByRole('button', { name }));
}

/** Types the PIN into the dialog of the retry of some lines. */
async function retry(user: UserEvent, action: RegExp) {
  await press(user, action);
  await user.type(await (await decision('Retry lines')).findByLabelText('PIN'), '135790');
}

it('finds the order of a retry whose answer was lost, and sends nothing again', async () => {
  retries('made, answer lost');
  const user = renderApp(page);
  await retry(user, /^Retry 2/u);
  await user.click(await screen.findByRole('button', { name: 'Show this order' }));
  expect(await screen.findByRole('dialog', { name: 'Pulsa again' })).toBeTruthy();
  expect(sent.length).toBe(1);
});

it('retries other lines after one whose answer was lost, with another key', async () => {
  retries('made, answer lost');
  const user = renderApp(page);
  await retry(user, /^Retry 2/u);
  await user.click(await screen.findByRole('button', { name: 'Back' }));
  order = { ...order, retriedBy: ['26'] };
  retries('answered');
  await user.click(await screen.findByRole('checkbox', { name: 'Choose 081234567890 for a retry' }));
  await press(user, /^Retry/u);
  await user.click(await screen.findByRole('button', { name: 'Make another order' }));
  await user.type(await (await decision('Retry lines')).findByLabelText('PIN'), '135790');
  await waitFor(() => expect(sent.length).toBe(2));
  expect(sent[1]?.key).not.toBe(sent[0]?.key);
  expect(sent[1]?.body).toEqual({ pin: '135790', expectedTotal: 10_250, lines: [1] });
});

it('sends a retry that was lost on its way once more with its key, at the price of now', async () => {
  retries('lost before');
  const user = renderApp(page);
  await retry(user, /^Retry 2/u);
  await screen.findByRole('button', { name: 'Continue' });
  price = 10_300;
  retries('answered');
  await press(user, 'Continue');
  await user.type(await (await decision('Retry lines')).findByLabelText('PIN'), '135790');
  await waitFor(() => expect(sent.length).toBe(2));
  expect(sent[1]?.key).toBe(sent[0]?.key);
  expect(sent[1]?.body).toEqual({ pin: '135790', expectedTotal: 20_600, statuses: ['failed'] });
});

it('says that the lines of a filter could not be loaded, and loads them again', async () => {
  let fails = true;
  network.use(
    http.get('*/v1/scheduled-orders/25/lines', () =>
      fails
        ? HttpResponse.json({ code: 'InternalError', message: 'No.' }, { status: 500 })
        : HttpResponse.json({ data: order.orders.slice(0, 1), total: 1 }),
    ),
  );
  const user = renderApp(page);
  const dialog = await decision('Pulsa');
  await user.selectOptions(await dialog.findByLabelText('Status'), 'failed');
  const retryButton = await dialog.findByRole('button', { name: 'Retry' });
  expect(dialog.getByText('The lines could not be loaded')).toBeTruthy();
  fails = false;
  await user.click(retryButton);
  expect(await dialog.findByText('Row 1 of 1')).toBeTruthy();
});
