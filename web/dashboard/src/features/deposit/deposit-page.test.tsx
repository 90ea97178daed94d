import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { session } from '@/session/session';

import { makeUser } from '../../../../test/factories';
import { testNetwork } from '../../../../test/network';
import { renderApp } from '../../../test/render-app';

const network = testNetwork();
const wallet = { minBalanceAlert: 0, settlementStatus: 'inactive' };
const wallets = [
  { ...wallet, id: '1', type: 'marketplace', active: false, balance: 0 },
  { ...wallet, id: '2', type: 'level_2', active: true, balance: 42_610_800 },
];
const row = {
  id: '2-7',
  createdAt: '2026-11-21T06:58:20Z',
  orderId: '',
  reference: '00032611211358',
  type: 'level_2',
  bank: '',
  accountNo: '',
  amount: 50_000_417,
  balanceBefore: 100,
  balanceAfter: 50_000_517,
  action: 'topup',
};
const payment = {
  ...row,
  id: '2-8',
  orderId: '2611211432410100042',
  reference: 'INV-1',
  amount: -450,
  action: 'payment',
};
let historyCalls: URLSearchParams[] = [];

const hours = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`${name}.*hours`, 'u'));
const endDay = () => screen.getByRole<HTMLButtonElement>('button', { name: /^End date/u });

beforeEach(() => {
  historyCalls = [];
  session.begin('token-1', 'root');
  network.use(
    http.get('*/v1/user', () => HttpResponse.json(makeUser())),
    http.get('*/v1/permission', () => HttpResponse.json({ '22': true, '302': true })),
    http.get('*/v1/unique-amount', () => HttpResponse.json({ data: [] })),
    http.get('*/dashboard/v1/deposits/client', () => HttpResponse.json({ deposits: wallets })),
    http.get('*/v1/events', () => HttpResponse.json({ code: 'NotFoundError', message: '' }, { status: 404 })),
    http.get('*/v1/depositevents/daily', () =>
      HttpResponse.json({
        days: [{ day: '2026-11-21', in: 50_000_417, out: 450, balance: 42_610_800 }],
        opening: 0,
        pace: 1_000_000,
        daysLeft: 42,
        lastsUntil: '2027-01-02',
      }),
    ),
    http.get('*/v1/depositevents', ({ request }) => {
      historyCalls.push(new URL(request.url).searchParams);
      return HttpResponse.json({ data: [payment, row], page: 1, perPage: 10 });
    }),
  );
});

it('shows the first active wallet with its signs, operations and tag', async () => {
  renderApp('/deposit');
  const history = await screen.findByRole('region', { name: 'Wallet history' });
  await within(history).findByText('Top Up Manual');
  const table = within(history).getByRole('table');
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((one) => one.textContent)).toEqual([
    expect.stringContaining('−Rp\u00a0450'),
    expect.stringContaining('+Rp\u00a050.000.417'),
  ]);
  expect(rows.map((one) => one.textContent?.includes('Auto Check'))).toEqual([false, true]);
  expect(Object.fromEntries(historyCalls[0] ?? [])).toEqual({ depositType: 'level_2' });
  expect(screen.getByRole('button', { name: /Level 2 Active/u }).getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByRole('button', { name: /Marketplace Inactive/u })).toBeTruthy();
});

it('enables each part of the period by the one before it, and clears what depends on it', async () => {
  const user = renderApp('/deposit?depositType=level_2&dateStart=2026-11-20&page=3&before=2-9');
  await screen.findByText('Auto Check');
  // The code of the time fields comes after that of the page.
  await waitFor(() => expect(hours('End time')).toBeTruthy());
  expect([hours('Start time').disabled, endDay().disabled, hours('End time').disabled]).toEqual([false, true, true]);
  await user.type(hours('Start time'), '0805');
  await waitFor(() => expect(window.location.search).toContain('timeStart=08%3A05'));
  expect(window.location.search).not.toContain('page=');
  await waitFor(() => expect(endDay().disabled).toBe(false));
  expect(Object.fromEntries(historyCalls.at(-1) ?? [])).toMatchObject({ dateStart: '2026-11-20', timeStart: '08:05' });
  await user.click(screen.getByRole('button', { name: /^Start date/u }));
  await user.click(await screen.findByRole('button', { name: 'Clear date', hidden: true }));
  await waitFor(() => expect(window.location.search).toBe('?depositType=level_2'));
  expect(hours('Start time').disabled).toBe(true);
});

it('tells a wallet without any row from filters that match none', async () => {
  network.use(http.get('*/v1/depositevents', () => HttpResponse.json({ data: [], page: 1, perPage: 10 })));
  const user = renderApp('/deposit?action=refund');
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText('Nothing happened in this wallet yet')).toBeTruthy();
  await user.type(screen.getByRole('searchbox', { name: 'Search Order ID' }), '123{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Search all wallets' }));
  expect(window.location.search).toBe('?depositType=all&query=123');
  expect(await screen.findByRole('button', { name: 'Clear search' })).toBeTruthy();
});

it('shows a failed load in place, with Retry', async () => {
  network.use(
    http.get('*/v1/depositevents', () => HttpResponse.json({ code: 'InternalError', message: 'x' }, { status: 500 }), {
      once: true,
    }),
  );
  const user = renderApp('/deposit');
  expect(await screen.findByText('The history could not be loaded')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Auto Check')).toBeTruthy();
});

const period = 'dateStart=2026-11-20&timeStart=00:00&dateEnd=2026-11-20';

function exportButton() {
  return screen.findByRole<HTMLButtonElement>('button', { name: 'EXPORT DATA' });
}

it('shows no message when an export fails, and lets it be tried again', async () => {
  network.use(
    http.post('*/v1/depositevents/export', () => HttpResponse.json({ code: 'InternalError' }, { status: 500 })),
  );
  const user = renderApp(`/deposit?${period}&timeEnd=23:59`);
  await user.click(await exportButton());
  const download = await screen.findByRole('button', { name: 'Download' });
  await user.click(download);
  await waitFor(() => expect(download.getAttribute('aria-busy')).toBe('false'));
  expect(screen.queryByText('Deposit data has been exported')).toBeNull();
  expect(screen.queryByText(/InternalError/u)).toBeNull();
});

it('exports once all four parts of the period are set', async () => {
  const sent: unknown[] = [];
  network.use(
    http.post('*/v1/depositevents/export', async ({ request }) => {
      sent.push(await request.json());
      return new HttpResponse('Head\r\nrow\r\n', { headers: { 'Content-Type': 'text/csv', 'Loket-Rows': '1' } });
    }),
  );
  const saved: Blob[] = [];
  URL.createObjectURL = (file: Blob) => {
    saved.push(file);
    return 'blob:file';
  };
  // A click would lead the test's page to the file.
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const user = renderApp(`/deposit?${period}`);
  expect((await exportButton()).disabled).toBe(true);
  expect((await exportButton()).title).toBe('To export, set start and end with their times, or choose a period.');
  await user.type(hours('End time'), '2359');
  await waitFor(async () => expect((await exportButton()).disabled).toBe(false));
  await user.click(await exportButton());
  const dialog = await screen.findByRole('dialog', { name: 'Export Data Confirmation' });
  expect(within(dialog).getByText('This data will be downloaded to your device')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Download' }));
  expect(await screen.findByText('Deposit data has been exported')).toBeTruthy();
  expect(sent).toEqual([
    {
      filterType: 'period',
      format: 'csv',
      depositType: 'level_2',
      dateStart: '2026-11-20',
      timeStart: '00:00',
      dateEnd: '2026-11-20',
      timeEnd: '23:59',
    },
  ]);
  expect(await saved[0]?.text()).toBe('Head\r\nrow\r\n');
  expect(click).toHaveBeenCalledTimes(1);
  await user.click(await exportButton());
  const again = await screen.findByRole('dialog', { name: 'Export Data Confirmation' });
  await user.selectOptions(within(again).getByLabelText('File format'), 'xlsx');
  await user.click(within(again).getByRole('button', { name: 'Download' }));
  await waitFor(() => expect(saved).toHaveLength(2));
  expect(sent[1]).toMatchObject({ format: 'xlsx', dateEnd: '2026-11-20' });
  expect(saved[1]?.type).toContain('spreadsheetml');
  click.mockRestore();
});

it('lists the ongoing transactions in a drawer', async () => {
  const user = renderApp('/deposit');
  await user.click(await screen.findByRole('button', { name: 'Ongoing Transaction' }));
  expect(await screen.findByText('You do not have any ongoing transactions at this time')).toBeTruthy();
});

it('draws the last days of the wallet, with the figures as a table', async () => {
  renderApp('/deposit');
  const figures = await screen.findByRole('table', { name: 'Money in and out, Level 2, last 30 days' });
  await screen.findByText(/Lasts 42 days/u);
  expect(within(figures).getAllByRole('row')[1]?.textContent).toBe(
    '21 Nov 2026Rp\u00a050.000.417Rp\u00a0450Rp\u00a042.610.800',
  );
  expect(screen.getByText(/Lasts 42 days, until 2 Jan 2027/u)).toBeTruthy();
});

it('keeps statement and export from users who do not see balances, and says why', async () => {
  network.use(http.get('*/v1/permission', () => HttpResponse.json({ '22': true })));
  renderApp(`/deposit?${period}&timeEnd=23:59`);
  const button = await exportButton();
  await waitFor(() => expect(button.title).toBe("You don't have permission to see balances."));
  expect(button.disabled).toBe(true);
  const statements = screen.getByRole<HTMLButtonElement>('button', { name: 'Wallet statement' });
  expect([statements.disabled, statements.title]).toEqual([true, "You don't have permission to see balances."]);
});

it('sets a whole period at once', async () => {
  const user = renderApp('/deposit');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Period' }), 'Last month');
  await waitFor(async () => expect((await exportButton()).disabled).toBe(false));
  expect(window.location.search).toContain('timeStart=00%3A00');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), '');
  await waitFor(() => expect(window.location.search).not.toContain('date'));
});

it('names the bank and the number that received a top-up', async () => {
  const paid = { ...row, action: 'topup_va', reference: 'X1', bank: 'BCA', accountNo: '8077770100100002' };
  network.use(http.get('*/v1/depositevents', () => HttpResponse.json({ data: [paid], page: 1, perPage: 10 })));
  renderApp('/deposit');
  const table = within(await screen.findByRole('region', { name: 'Wallet history' })).getByRole('table');
  expect((await within(table).findByText('Top Up VA')).closest('tr')?.textContent).toContain('BCA VA 8077770100100002');
});
