import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { clearNotices } from '@shared/notify/notify';
import { permission } from '@/session/permissions';

import { makeUser } from '../../../../../test/factories';
import { testNetwork } from '../../../../../test/network';
import { tsel10 } from '../../../../test/bill-fixtures';
import { billHandlers } from '../../../../test/bill-handlers';
import { renderApp } from '../../../../test/render-app';
import { keepSignedIn } from '../../../../test/signed-in';
import { wallets } from '../../../../test/topup-fixtures';
import type { BillProduct } from '../order-form/order-queries';

const network = testNetwork();
const permissions = [permission.scheduledOrderCreate, permission.productClientList];

const { sellPrice: _, ...unpriced } = tsel10;
const open: BillProduct = {
  ...unpriced,
  code: 'DANAOPEN',
  name: 'DANA',
  operatorType: 'ewallet_inquiry',
  type: 'ewallet_inquiry',
  adminPrice: 700,
};
const bill: BillProduct = {
  ...unpriced,
  code: 'PDAM1',
  name: 'PDAM',
  operatorType: 'pdam',
  type: 'pdam',
  adminPrice: 0,
};

let products: BillProduct[];
let pages: (string | null)[];

beforeEach(() => {
  products = [tsel10];
  pages = [];
  sessionStorage.clear();
  clearNotices();
  keepSignedIn(makeUser(), permissions);
  network.use(
    ...billHandlers(permissions),
    http.get('*/v1/operator', () => HttpResponse.json([])),
    http.get('*/dashboard/v1/deposits/client', () => HttpResponse.json({ deposits: wallets })),
    http.get('*/dashboard/v1/products/client', ({ request }) => {
      pages.push(new URL(request.url).searchParams.get('page'));
      return HttpResponse.json({ data: products, page: 1, perPage: 10, total: 41 });
    }),
  );
});

async function row(name: string) {
  return within(await screen.findByRole('row', { name: new RegExp(name, 'u') }));
}

it('marks a product with a problem, with its reason, before its form is opened', async () => {
  products = [{ ...tsel10, problem: true, problemReason: 'The operator reports slow deliveries' }, open];
  renderApp('/bill-payment');
  const marked = await row('TSEL10');
  expect(marked.getByText('Problem')).toBeTruthy();
  expect(marked.getByText('The operator reports slow deliveries')).toBeTruthy();
  // It can still be scheduled.
  expect(marked.getByRole('button', { name: /^Create Order/u })).toHaveProperty('disabled', false);
  expect((await row('DANAOPEN')).queryByText('Problem')).toBeNull();
});

it('names the fee of open amounts, and does not call them bills', async () => {
  products = [open, { ...bill, description: 'Bill, at most Rp 5.000 late' }];
  renderApp('/bill-payment');
  const dana = await row('DANAOPEN');
  expect(dana.getByText('Any amount')).toBeTruthy();
  expect(dana.getByText('+ Rp.700 fee')).toBeTruthy();
  const pdam = await row('PDAM1');
  expect(pdam.getByText('By bill')).toBeTruthy();
  expect(pdam.queryByText(/fee$/u)).toBeNull();
  // One writing of the currency in one area.
  expect(pdam.getByText('Bill, at most Rp.5.000 late')).toBeTruthy();
});

it('opens any page', async () => {
  const user = renderApp('/bill-payment');
  const field = await screen.findByLabelText('Page, 1 to 5');
  await user.clear(field);
  await user.type(field, '3{Enter}');
  await waitFor(() => expect(pages.at(-1)).toBe('3'));
});
