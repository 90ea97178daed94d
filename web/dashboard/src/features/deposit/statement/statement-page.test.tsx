import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { session } from '@/session/session';

import { makeUser } from '../../../../../test/factories';
import { testNetwork } from '../../../../../test/network';
import { renderApp } from '../../../../test/render-app';

const network = testNetwork();
const wallet = { minBalanceAlert: 0, settlementStatus: 'inactive' };
const totals = [
  { action: 'payment', rows: 2888, amount: -136_478_500 },
  { action: 'topup_va', rows: 1, amount: 25_000_000 },
  { action: 'tax_22', rows: 1, amount: -125_000 },
];
const statement = {
  number: '1001-L2-2026-10',
  depositType: 'level_2',
  month: '2026-10',
  madeAt: '2026-10-31T17:15:00Z',
  legalName: 'PT Toko Maju Jaya',
  taxNumber: '01.234.567.8-612.000',
  opening: 131_480_250,
  closing: 19_876_750,
  rows: 2890,
  totals,
  days: [
    { day: '2026-10-01', totals: totals.slice(0, 1), balance: -4_998_250 },
    { day: '2026-10-02', totals: totals.slice(1), balance: 19_876_750 },
  ],
  tax: { base: 25_000_000, tax: 125_000 },
  taxed: [
    {
      base: 25_000_000,
      tax: 125_000,
      receivedAt: '2026-10-01T18:00:00Z',
      action: 'topup_va',
      bank: 'BCA',
      accountNo: '8077708210012040',
      reference: 'x',
      points: 50,
    },
  ],
};
let statementCalls: string[] = [];

beforeEach(() => {
  statementCalls = [];
  session.begin('token-1', 'root');
  network.use(
    http.get('*/v1/user', () => HttpResponse.json(makeUser())),
    http.get('*/v1/permission', () => HttpResponse.json({ '22': true, '302': true })),
    http.get('*/v1/events', () => HttpResponse.json({ code: 'NotFoundError', message: '' }, { status: 404 })),
    http.get('*/dashboard/v1/deposits/client', () =>
      HttpResponse.json({
        deposits: [
          { ...wallet, id: '1', type: 'level_1', active: true, balance: 0 },
          { ...wallet, id: '2', type: 'level_2', active: false, balance: 0 },
        ],
      }),
    ),
    http.get('*/v1/depositevents/statement', ({ request }) => {
      statementCalls.push(new URL(request.url).search);
      return HttpResponse.json(statement);
    }),
    http.get('*/v1/depositevents/statement/rows', ({ request }) => {
      statementCalls.push(new URL(request.url).search);
      return HttpResponse.json({
        data: [
          {
            id: '2-1',
            bank: '',
            accountNo: '',
            createdAt: '2026-10-01T01:00:00Z',
            orderId: '2610011432410100042',
            reference: 'INV-1',
            type: 'level_2',
            amount: -450,
            balanceBefore: 0,
            balanceAfter: 0,
            action: 'payment',
          },
        ],
      });
    }),
    http.get('*/v1/depositevents/tax', () =>
      HttpResponse.json({
        year: 2026,
        legalName: 'PT Toko Maju Jaya',
        taxNumber: '01.234.567.8-612.000',
        months: [
          { month: '2026-01', base: 100_000, tax: 500 },
          { month: '2026-02', base: 200_000, tax: 1000 },
        ],
      }),
    ),
  );
});

const textsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent).join('|'));

it('sums up the month by operation, by day, and by taxed deposit', async () => {
  renderApp('/deposit/statement?depositType=level_2&month=2026-10');
  const sheet = await screen.findByRole('article');
  // What came in stands first.
  expect(textsOf(within(sheet).getByRole('table', { name: 'By day' }))).toEqual([
    'Day|Orders|Top Up VA|Payment|Tax 22|Balance After',
    '1Thu|2.888|—|−136.478.500|—|−4.998.250',
    '2Fri|—|25.000.000|—|−125.000|19.876.750',
    'Total|2.888|25.000.000|−136.478.500|−125.000|19.876.750',
  ]);
  // The day is the client's: the deposit came at 18:00 in UTC.
  expect(textsOf(within(sheet).getByRole('table', { name: 'WHT 22 recap' }))).toEqual([
    'Date|Received by|Top-up (Rp)|Rate|WHT 22 (Rp)',
    '2 Oct|BCA VA 8077708210012040|25.000.000|0,5%|125.000',
    'Total||25.000.000||125.000',
  ]);
  expect(within(sheet).getByText('Balance, 31 October').nextElementSibling?.textContent).toBe('Rp\u00a019.876.750');
  expect(within(sheet).getByText(/1001-L2-2026-10, made 01 November 2026 \(00:15 WIB\)/u)).toBeTruthy();
  expect(statementCalls).toEqual(['?depositType=level_2&month=2026-10']);
});

it('takes the first active wallet for one that the client does not have, and lists every row when asked', async () => {
  const user = renderApp('/deposit/statement?depositType=marketplace&month=2026-10');
  await screen.findByRole('article');
  expect(statementCalls).toEqual(['?depositType=level_1&month=2026-10']);
  await user.click(screen.getByRole('checkbox', { name: 'List every row' }));
  expect(textsOf(await screen.findByRole('table', { name: 'Every row' }))[1]).toBe(
    '1 Oct 2026, 08:00:00|Payment|2610011432410100042|−450|0',
  );
  expect(window.location.search).toContain('detail=rows');
});

it('sums up the withheld tax of a year', async () => {
  renderApp('/deposit/statement?view=tax&year=2026');
  expect(textsOf(await screen.findByRole('table', { name: 'WHT 22 by month' })).slice(-2)).toEqual([
    'February 2026|200.000|1.000',
    'Total|300.000|1.500',
  ]);
  expect(screen.getByText('Tax number (NPWP)').nextElementSibling?.textContent).toBe('01.234.567.8-612.000');
});

it('says in place that a statement could not be loaded', async () => {
  network.use(
    http.get('*/v1/depositevents/statement', () =>
      HttpResponse.json({ code: 'InternalError', message: 'x' }, { status: 500 }),
    ),
  );
  renderApp('/deposit/statement?month=2026-10');
  expect(await screen.findByText('The statement could not be loaded')).toBeTruthy();
});

it('saves the recap of the year as a file', async () => {
  network.use(
    http.get('*/v1/depositevents/tax/export', ({ request }) => {
      statementCalls.push(new URL(request.url).search);
      return new HttpResponse('Tax number (NPWP)\r\n', { headers: { 'Content-Type': 'text/csv' } });
    }),
  );
  const saved: Blob[] = [];
  URL.createObjectURL = (file: Blob) => {
    saved.push(file);
    return 'blob:file';
  };
  // A click would lead the test's page to the file.
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const user = renderApp('/deposit/statement?view=tax&year=2026');
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('The recap has been exported')).toBeTruthy();
  expect(statementCalls).toEqual(['?year=2026&format=csv']);
  expect(await saved[0]?.text()).toBe('Tax number (NPWP)\r\n');
  click.mockRestore();
});
