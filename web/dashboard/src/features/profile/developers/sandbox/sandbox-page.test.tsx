import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { session } from '@/session/session';
import { runtimeConfig } from '@shared/config/runtime-config';

import { makeUser } from '../../../../../../test/factories';
import { testNetwork } from '../../../../../../test/network';
import { renderApp } from '../../../../../test/render-app';
import { keepSignedIn, userHandlers } from '../../../../../test/signed-in';

import type { Sandbox } from './sandbox-queries';

const network = testNetwork();
const at = '2026-11-21T07:32:16Z';
const invoiceNo = 'TEST-1000001001-INV-2026-000001';
const newKey = 'lk_test_4Vq9sXw2TnB7rKdL0pYhZ8mC3fGe91abc0d1e2';

const closed: Sandbox = {
  open: false,
  keys: [],
  wallets: [],
  waiting: [],
  clock: { now: at, aheadHours: 0 },
  settlement: null,
  unpaid: [],
  numbers: [
    { first: '0002', last: '0002', kind: 'refused', reason: 'The destination number is wrong' },
    { first: '2000', last: '2059', kind: 'success_later', reason: '' },
  ],
};

const opened: Sandbox = {
  ...closed,
  open: true,
  keys: [
    {
      id: '31',
      apiKey: 'lk_test_…7c2f',
      name: '',
      scopes: ['orders:read', 'orders:write'],
      addresses: [],
      createdAt: at,
      endsAt: null,
      lastUsedAt: null,
      lastUsedFrom: '',
      state: 'active',
    },
  ],
  wallets: [{ type: 'level_1', balance: 10_000_000 }],
  waiting: [
    { clientRef: 'INV-7', productCode: 'TSEL10', destinationNo: '081234563000', amount: 10_250, createdAt: at },
  ],
};

const openapi = {
  paths: {
    '/h2h/v1/balance': { get: { summary: 'Your wallets' } },
    '/h2h/v1/orders': {
      post: {
        summary: 'Place an order',
        requestBody: { content: { 'application/json': { example: { clientRef: "O'Neil-7" } } } },
      },
    },
  },
};

let sandbox = closed;
let requests: { path: string; mode: string | null; authorization: string | null; body: unknown }[] = [];

/** Remembers a request and answers it. */
function answering(answer: () => Response) {
  return async ({ request }: { request: Request }) => {
    requests.push({
      path: `${request.method} ${new URL(request.url).pathname}`,
      mode: request.headers.get('Loket-Mode'),
      authorization: request.headers.get('Authorization'),
      body: await request.text(),
    });
    return answer();
  };
}

function open(path = '/profile/developers/sandbox', permissions = [14, 302, 304]) {
  keepSignedIn(makeUser(), permissions);
  network.use(...userHandlers(makeUser(), permissions));
  return renderApp(path);
}

beforeEach(() => {
  sandbox = closed;
  requests = [];
  network.use(
    http.get(
      '*/v1/sandbox',
      answering(() => HttpResponse.json(sandbox)),
    ),
    http.get('*/openapi/client.json', () => HttpResponse.json(openapi)),
  );
});

afterEach(() => vi.restoreAllMocks());

describe('page of the sandbox', () => {
  it('opens with the first key, which the console has at once', async () => {
    let choices: unknown;
    network.use(
      http.get('*/v1/user/address', () => HttpResponse.json({ address: '203.0.113.7' })),
      http.post('*/v1/sandbox/keys', async ({ request }) => {
        choices = await request.json();
        sandbox = opened;
        return HttpResponse.json({ apiKey: newKey }, { status: 201 });
      }),
      http.post(
        '*/h2h/v1/orders',
        answering(() =>
          HttpResponse.json({ data: { status: 'pending' } }, { status: 201, headers: { 'Loket-Mode': 'test' } }),
        ),
      ),
    );
    const user = open();
    expect(await screen.findByText('Refused: The destination number is wrong')).toBeTruthy();
    expect(screen.getByText('2000 to 2059')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('switch').disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Make a test key' }));
    // The same choices as for a real key.
    const question = within(await screen.findByRole('dialog', { name: 'Make a test key' }));
    await user.type(question.getByLabelText('Name'), 'Cashier');
    await user.selectOptions(question.getByLabelText('What it may do'), 'read');
    await user.click(await question.findByRole('button', { name: 'Add it' }));
    await user.click(question.getByRole('button', { name: 'Make a test key' }));
    const shown = within(await screen.findByRole('dialog', { name: 'New test key' }));
    expect(shown.getByLabelText<HTMLInputElement>('Test key').value).toBe(newKey);
    expect(choices).toMatchObject({ name: 'Cashier', addresses: ['203.0.113.7'] });
    await user.click(shown.getByRole('button', { name: 'Copy' }));
    await user.click(await shown.findByRole('button', { name: 'OK' }));
    expect(await screen.findByText('1 of 2 keys in use.')).toBeTruthy();

    await user.click(screen.getByRole('button', { name: 'Open the console' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Test key')).value).toBe(newKey);
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText(/"status": "pending"/u)).toBeTruthy();
    expect(screen.getByText('201')).toBeTruthy();
    expect(screen.getByText(/loket-mode: test/iu)).toBeTruthy();
    const sent = requests.find(({ path }) => path === 'POST /h2h/v1/orders');
    expect(sent).toMatchObject({
      authorization: `Bearer ${newKey}`,
      body: JSON.stringify({ clientRef: "O'Neil-7" }, undefined, 2),
    });

    const written = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('button', { name: 'Copy as curl' }));
    const command = written.mock.calls[0]?.[0] ?? '';
    expect(command).toContain(`-X POST 'http://loket.test/h2h/v1/orders'`);
    expect(command).toContain(String.raw`O'\''Neil-7`);
    expect(command).not.toContain(newKey);
    expect(JSON.stringify(Object.entries(window.localStorage))).not.toContain(newKey);
  });

  it('sends nothing with a real key, and nothing to another address', async () => {
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Open the console' }));
    await user.click(await screen.findByLabelText('Test key'));
    await user.paste('lk_4Vq9sXw2TnB7rKdL0pYhZ8mC3fGe91a');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText(/A test key begins with lk_test_/u)).toBeTruthy();
    await user.clear(screen.getByLabelText('Test key'));
    await user.paste(newKey);
    for (const elsewhere of [
      'https://elsewhere.example/h2h/v1/orders',
      '/v1/user/key',
      '//elsewhere.example/h2h/v1/',
    ]) {
      // The fields are one form, which is filled in step by step.
      // oxlint-disable no-await-in-loop
      await user.clear(screen.getByLabelText('Path and query'));
      await user.paste(elsewhere);
      await user.click(screen.getByRole('button', { name: 'Send' }));
      expect(await screen.findByText('The path must begin with /h2h/v1/.')).toBeTruthy();
      // oxlint-enable no-await-in-loop
    }
    // A call would fail without a handler, and the page would show an alert.
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('ends an order that waits, moves the clock, pays later, adds money, and asks before a reset', async () => {
    vi.spyOn(runtimeConfig.flags, 'settlement', 'get').mockReturnValue(true);
    sandbox = {
      ...opened,
      clock: { now: at, aheadHours: 721 },
      settlement: { limit: 5_000_000, balance: 4_989_750, days: 1, dueDays: 14 },
      unpaid: [{ invoiceNo, amount: 10_250, dueDate: '2026-11-29', overdue: true }],
    };
    network.use(
      http.post(
        '*/v1/sandbox/:what/:how',
        answering(() => HttpResponse.json({})),
      ),
      http.post(
        '*/v1/sandbox/:what',
        answering(() => HttpResponse.json({ type: 'level_1', balance: 1 })),
      ),
    );
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'End INV-7 as Reversed' }));
    expect(await screen.findByText('INV-7 has ended')).toBeTruthy();
    expect(screen.getByText(/30 days 1 h ahead/u)).toBeTruthy();
    await user.selectOptions(screen.getByLabelText('Forward by'), '40 days');
    await user.click(screen.getByRole('button', { name: 'Move the clock' }));
    expect(await screen.findByText('The clock has moved')).toBeTruthy();
    await user.selectOptions(screen.getByLabelText('A period ends'), 'Every day');
    await user.click(screen.getByRole('button', { name: 'Change the limit' }));
    expect(await screen.findByText('The limit has been saved')).toBeTruthy();
    expect(screen.getByText(/overdue since 2026-11-29/u)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Mark as paid' }));
    expect(await screen.findByText(`${invoiceNo} is paid`)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add money' }));
    expect(await screen.findByText('Test money has been added')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    const question = within(await screen.findByRole('dialog', { name: 'Begin the sandbox anew?' }));
    await user.click(question.getByRole('button', { name: 'Reset' }));
    expect(await screen.findByText('The sandbox is empty again')).toBeTruthy();
    const bodies = requests
      .filter(({ path }) => path.startsWith('POST'))
      .map(({ path, body }) => `${path} ${String(body)}`);
    expect(bodies).toEqual([
      'POST /v1/sandbox/orders/end {"clientRef":"INV-7","as":"reversed"}',
      'POST /v1/sandbox/clock {"hours":960}',
      'POST /v1/sandbox/settlement {"limit":5000000,"days":127,"dueDays":14}',
      `POST /v1/sandbox/invoices/pay {"invoiceNo":"${invoiceNo}"}`,
      'POST /v1/sandbox/money {"walletType":"level_1","amount":5000000}',
      'POST /v1/sandbox/reset ',
    ]);
  });
});

describe('the portal in the sandbox', () => {
  const none = { count: 0, amount: 0 };
  const orders = '/orders?dateStart=2026-11-21&dateEnd=2026-11-21';

  beforeEach(() => {
    network.use(
      http.get(
        '*/v1/orders/external',
        answering(() => HttpResponse.json([])),
      ),
      http.get('*/dashboard/v1/deposits/client', () => HttpResponse.json({ deposits: [] })),
      http.get('*/v1/orders/external/hourly', () => HttpResponse.json([])),
      http.get('*/v1/orders/external/summary', () =>
        HttpResponse.json({ success: none, pending: none, failed: none, refunded: none, partial: false }),
      ),
    );
  });

  it('is entered by the switch, which loads the page anew', async () => {
    sandbox = opened;
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    const user = open();
    await user.click(await screen.findByRole('switch', { name: 'Show the sandbox on all pages' }));
    expect(session.read().sandbox).toBe(true);
    expect(assign).toHaveBeenCalledWith('/external/profile/developers/sandbox');
  });

  it('says so, asks for the sandbox alone, and offers what it has', async () => {
    keepSignedIn(makeUser(), [14, 304]);
    session.switchSandbox(true);
    network.use(...userHandlers(makeUser(), [14, 304]));
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    const user = renderApp(orders);
    const banner = within(await screen.findByRole('region', { name: 'Sandbox' }));
    expect(banner.getByText('Sandbox: nothing here is real')).toBeTruthy();
    await waitFor(() => expect(requests.find(({ path }) => path === 'GET /v1/orders/external')?.mode).toBe('test'));
    const menu = within(screen.getByRole('navigation', { name: 'Main menu' }));
    await waitFor(() => expect(menu.queryByRole('link', { name: 'Products' })).toBeNull());
    expect(menu.getByRole('link', { name: 'Deposit' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Export' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /Account of/u }));
    await user.click(await screen.findByRole('button', { name: 'Leave the sandbox' }));
    expect(session.read().sandbox).toBe(false);
    expect(assign).toHaveBeenCalledWith('/external/orders');
  });

  it('leads from a page that it lacks to the orders, and says why', async () => {
    keepSignedIn(makeUser(), [14, 204, 304]);
    session.switchSandbox(true);
    network.use(...userHandlers(makeUser(), [14, 204, 304]));
    renderApp('/product');
    expect(await screen.findByText('This page is not in the sandbox')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Order History', level: 1 })).toBeTruthy();
  });
});
