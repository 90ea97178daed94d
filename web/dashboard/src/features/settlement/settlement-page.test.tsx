import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { session } from '@/session/session';
import { runtimeConfig } from '@shared/config/runtime-config';

import { makeUser } from '../../../../test/factories';
import { testNetwork } from '../../../../test/network';
import { renderApp } from '../../../test/render-app';

const network = testNetwork();
const settlement = {
  id: '1',
  client_id: 1001,
  is_active: true,
  balance: 18_800_000,
  limit: 50_000_000,
  used: 31_200_000,
  max_limit: 75_000_000,
  able_topup: true,
  is_overdue: false,
  days: 9,
  due_days: 14,
};
const period = {
  id: '7',
  settlement_id: '1',
  from: '2026-11-08T17:00:00Z',
  to: '2026-11-15T17:00:00Z',
  closed: true,
  days: 9,
  limit: 45_000_000,
  max_limit: 75_000_000,
  used: 1,
  credited: 0,
  invoices: [{ id: '3', invoice_no: 'LKT-INV-2026-000003', invoice_file: '/files/3' }],
};
let settlements: object[] = [];

beforeEach(() => {
  settlements = [settlement];
  vi.spyOn(runtimeConfig.flags, 'settlement', 'get').mockReturnValue(true);
  session.begin('token-1', 'root');
  network.use(
    http.get('*/v1/user', () => HttpResponse.json(makeUser())),
    http.get('*/v1/permission', () => HttpResponse.json({ '204': true, '306': true })),
    http.get('*/v1/events', () => HttpResponse.json({ code: 'NotFoundError', message: '' }, { status: 404 })),
    http.get('*/v1/orders/*', () => HttpResponse.json([])),
    http.get('*/v1/settlements', () => HttpResponse.json({ data: settlements })),
    http.get('*/v1/settlements/1/daily', () =>
      HttpResponse.json({ data: [{ day: '2026-11-20', used: 1_250_000, refunded: 50_000, balance: 18_800_000 }] }),
    ),
    http.get('*/v1/settlements/1/periods', () => HttpResponse.json({ data: [period], page: 1, perPage: 50 })),
  );
});

it('shows what is left, the share that is used, and the periods with their invoices', async () => {
  renderApp('/settlement');
  const meter = await screen.findByRole('meter', { name: 'Limit used' });
  expect(meter.getAttribute('aria-valuetext')).toBe('62,4%');
  expect(screen.getByText('Active')).toBeTruthy();
  const days = await screen.findByRole('table', { name: 'Limit used per day, last 30 days' });
  const day = await within(days).findByRole('row', { name: /^20 Nov 2026/u });
  expect(day.textContent).toMatch(/2026Rp\s50.000Rp\s1.250.000Rp\s18.800.000/u);
  const table = await screen.findByRole('table', { name: 'Periods' });
  const row = await within(table).findByRole('row', { name: /9 Nov – 15 Nov 2026/u });
  expect(row.textContent).toContain('PassedMonThu');
  expect(within(row).getByRole('link', { name: 'Download invoice LKT-INV-2026-000003' }).getAttribute('href')).toBe(
    '/files/3',
  );
  expect(
    within(row)
      .getByRole('link', { name: /^Event of/u })
      .getAttribute('href'),
  ).toBe('/external/settlement/1/periods/7');
});

it('raises the limit by the typed amount, once for one key', async () => {
  const sent: unknown[] = [];
  network.use(
    http.post('*/v1/settlements/topup', async ({ request }) => {
      sent.push([request.headers.get('Idempotency-Key') !== null, await request.json()]);
      return HttpResponse.json({ data: { ...settlement, limit: 55_000_000 } });
    }),
  );
  const user = renderApp('/settlement');
  await user.click(await screen.findByRole('button', { name: 'Top Up Limit' }));
  const field = await screen.findByLabelText<HTMLInputElement>('Requested Amount');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('Limit cannot be zero')).toBeTruthy();
  await user.clear(field);
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('Limit must be filled')).toBeTruthy();
  await user.type(field, '25000001');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('At most Rp 25.000.000 can be added')).toBeTruthy();
  await user.clear(field);
  await user.type(field, '5000000');
  expect(field.value).toBe('5.000.000');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  const question = await screen.findByRole('dialog', { name: 'Raise the limit?' });
  expect(question.textContent).toMatch(/Limit now.*50\.000\.000.*Added.*5\.000\.000.*afterwards.*55\.000\.000/u);
  expect(sent).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Yes, Raise' }));
  expect(await screen.findByText('Limit has been adjusted')).toBeTruthy();
  expect(sent).toEqual([[true, { client_id: 1001, amount: 5_000_000, expected_limit: 50_000_000 }]]);
});

it('says after a repeat that the lost request had raised the limit', async () => {
  const keys = new Set<string | null>();
  network.use(
    http.post('*/v1/settlements/topup', ({ request }) => {
      const isFirst = keys.size === 0;
      keys.add(request.headers.get('Idempotency-Key'));
      settlements = [{ ...settlement, limit: 55_000_000 }];
      // A repeat gets the answer of the first try.
      return isFirst ? HttpResponse.error() : HttpResponse.json({ data: settlements[0] });
    }),
  );
  const user = renderApp('/settlement');
  await user.click(await screen.findByRole('button', { name: 'Top Up Limit' }));
  await user.type(await screen.findByLabelText('Requested Amount'), '5000000');
  for (const answer of [
    /^The limit is Rp\s55\.000\.000/u,
    'Your earlier request had raised the limit. It was not raised again.',
  ]) {
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    const question = await screen.findByRole('dialog', { name: 'Raise the limit?' });
    await user.click(within(question).getByRole('button', { name: 'Yes, Raise' }));
    expect(await screen.findByText(answer)).toBeTruthy();
  }
  expect(screen.queryByText('Limit has been adjusted')).toBeNull();
  expect(keys.size).toBe(1);
});

it('asks again where the limit was changed while the question was open', async () => {
  const sent: unknown[] = [];
  const message = 'The limit has changed: it is now Rp 60.000.000';
  network.use(
    http.post('*/v1/settlements/topup', async ({ request }) => {
      sent.push(await request.json());
      if (sent.length > 1) return HttpResponse.json({ data: { ...settlement, limit: 65_000_000 } });
      settlements = [{ ...settlement, limit: 60_000_000 }];
      return HttpResponse.json({ code: 'SettlementLimitChangedError', message, status: 409 }, { status: 409 });
    }),
  );
  const user = renderApp('/settlement');
  await user.click(await screen.findByRole('button', { name: 'Top Up Limit' }));
  await user.type(await screen.findByLabelText('Requested Amount'), '5000000');
  const raise = async (shown: RegExp) => {
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    const question = await screen.findByRole('dialog', { name: 'Raise the limit?' });
    expect(question.textContent).toMatch(shown);
    await user.click(within(question).getByRole('button', { name: 'Yes, Raise' }));
  };
  await raise(/Limit now.*50\.000\.000.*afterwards.*55\.000\.000/u);
  expect(await screen.findByText(message)).toBeTruthy();
  expect(await screen.findByText(/^The limit is Rp\s60\.000\.000/u)).toBeTruthy();
  await raise(/Limit now.*60\.000\.000.*afterwards.*65\.000\.000/u);
  expect(await screen.findByText('Limit has been adjusted')).toBeTruthy();
  expect(sent).toMatchObject([{ expected_limit: 50_000_000 }, { expected_limit: 60_000_000 }]);
});

it('names what is left over as a credit, never as negative use', async () => {
  settlements = [{ ...settlement, used: -69_250, balance: 50_069_250 }];
  renderApp('/settlement');
  expect((await screen.findByText(/^Credit/u)).textContent).toMatch(/^Credit Rp\s69\.250\. You paid/u);
  expect((await screen.findByRole('meter', { name: 'Limit used' })).getAttribute('aria-valuetext')).toBe('0,0%');
});

it('lets nobody raise the limit without the permission', async () => {
  network.use(http.get('*/v1/permission', () => HttpResponse.json({ '204': true, '302': true })));
  renderApp('/settlement');
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Top Up Limit' })).disabled).toBe(true);
});

it('keeps the limit of a client that may not raise it', async () => {
  settlements = [{ ...settlement, able_topup: false, is_active: false }];
  renderApp('/settlement');
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Top Up Limit' })).disabled).toBe(true);
  expect(screen.getByText('Inactive')).toBeTruthy();
});

it.each(['absent', 'switched off'])('sends the user home where the settlement is %s', async (why) => {
  if (why === 'absent') settlements = [];
  else vi.spyOn(runtimeConfig.flags, 'settlement', 'get').mockReturnValue(false);
  renderApp('/settlement/1/periods/7');
  expect(await screen.findByText('You does`nt registered for this feature')).toBeTruthy();
  await waitFor(() => expect(window.location.pathname).toBe('/external/orders'));
});

it('names the period that its events are of', async () => {
  const event = {
    id: '9',
    created_at: '2026-11-10T02:00:00Z',
    order_id: '',
    reference: 'LKT-INV-2026-000003',
    amount: 1000,
    balance_before: 0,
    balance_after: 1000,
    action: 'invoice_paid',
    credit_note: false,
  };
  const page = { data: [event], page: 1, per_page: 20, has_next: false, from: period.from, to: period.to };
  network.use(http.get('*/v1/settlements/1/periods/7/events', () => HttpResponse.json(page)));
  renderApp('/settlement/1/periods/7');
  expect(await screen.findByText('Period 9 Nov – 15 Nov 2026')).toBeTruthy();
  expect(screen.getByText('LKT-INV-2026-000003')).toBeTruthy();
});
