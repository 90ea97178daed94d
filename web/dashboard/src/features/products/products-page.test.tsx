import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { session } from '@/session/session';

import { makeUser } from '../../../../test/factories';
import { testNetwork } from '../../../../test/network';
import { renderApp } from '../../../test/render-app';

const network = testNetwork();
const product = {
  code: 'TSEL10',
  name: 'Telkomsel 10.000',
  description: '',
  operatorCode: 'TSEL',
  operatorType: 'mobile',
  type: 'mobile',
  walletType: 'level_1',
  sellPrice: 10_250,
  active: true,
  problem: false,
};

const row = (text: string) => screen.getByText(text).closest('tr')?.textContent;

const priced = { ...product, code: 'TSEL20', name: 'Telkomsel 20.000', committedSellPrice: 11_275 };
const history = {
  product: priced,
  changes: [
    { effectiveAt: '2026-11-01T00:00:00Z', price: 10_250, previousPrice: 10_000, own: false, scheduled: false },
  ],
};
/** The search of each call for the list. */
let listed: string[] = [];

beforeEach(() => {
  listed = [];
  session.begin('token-1', 'root');
  network.use(
    http.get('*/v1/user', () => HttpResponse.json(makeUser())),
    http.get('*/v1/permission', () => HttpResponse.json({ '22': true })),
    http.get('*/v1/events', () => HttpResponse.json({ code: 'NotFoundError', message: '' }, { status: 404 })),
    http.get('*/v1/operator/type', () => HttpResponse.json(['mobile'])),
    http.get('*/dashboard/v1/products/watches', () => HttpResponse.json({ codes: [] })),
    http.get('*/dashboard/v1/products/client', ({ request }) => {
      listed.push(new URL(request.url).search);
      return HttpResponse.json({ data: [product, priced], page: 1, perPage: 50, total: 2 });
    }),
    http.get('*/dashboard/v1/products/client/:code/prices', ({ params }) =>
      params['code'] === 'UNKNOWN'
        ? HttpResponse.json({ code: 'NotFoundError', message: 'Not found' }, { status: 404 })
        : HttpResponse.json({ ...history, product: { ...priced, code: params['code'] } }),
    ),
  );
});

it('shows what shoppers pay where the client has such a price', async () => {
  const user = renderApp('/product');
  const name = await screen.findByRole('button', { name: 'Telkomsel 20.000' });
  expect(row('Telkomsel 20.000')).toContain('Rp\u00a010.250committed Rp\u00a011.275');
  expect(row('Telkomsel 10.000')).not.toContain('committed');
  await user.click(name);
  const drawer = await screen.findByRole('dialog', { name: 'Telkomsel 20.000' });
  expect(within(drawer).getByText('Committed Sell Price').nextElementSibling?.textContent).toBe('Rp\u00a011.275');
  // One writing of the currency in one area.
  expect((await within(drawer).findByText(/before:/u)).textContent).toContain('before: Rp\u00a010.000');
});

it('opens a product in the address, and asks for no other list', async () => {
  const user = renderApp('/product?active=true');
  await user.click(await screen.findByRole('button', { name: 'Telkomsel 20.000' }));
  await screen.findByRole('dialog', { name: 'Telkomsel 20.000' });
  expect(window.location.search).toBe('?active=true&product=TSEL20');
  act(() => window.history.back());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(window.location.search).toBe('?active=true');
  expect(new Set(listed)).toEqual(new Set(['?active=true&page=1&perPage=50']));
});

/** The status of the product that is open. */
const status = () => within(screen.getByRole('dialog')).getByText('Status').nextElementSibling?.textContent;

it('shows the row while it is newer than the detail that was loaded before', async () => {
  const user = renderApp('/product');
  const open = () => user.click(screen.getByRole('button', { name: 'Telkomsel 20.000' }));
  await screen.findByRole('button', { name: 'Telkomsel 20.000' });
  await open();
  await screen.findByText(/before:/u);
  expect(status()).toContain('Active');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  // The product is switched off; its detail doesn't come.
  network.use(
    http.get('*/dashboard/v1/products/client', () =>
      HttpResponse.json({ data: [product, { ...priced, active: false }], page: 1, perPage: 50, total: 2 }),
    ),
    http.get('*/dashboard/v1/products/client/:code/prices', () => new Promise<never>(() => undefined)),
  );
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(row('Telkomsel 20.000')).toContain('Not active'));
  await open();
  await screen.findByRole('dialog', { name: 'Telkomsel 20.000' });
  expect(status()).toContain('Not active');
});

it('offers no watch on a product that left the list meanwhile', async () => {
  network.use(
    http.get('*/dashboard/v1/products/client/:code/prices', () =>
      HttpResponse.json({ code: 'NotFoundError', message: 'Not found' }, { status: 404 }),
    ),
  );
  const user = renderApp('/product');
  await user.click(await screen.findByRole('button', { name: 'Telkomsel 20.000' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Telkomsel 20.000' }));
  expect(await drawer.findByRole('heading', { name: 'Product not found' })).toBeTruthy();
  expect(drawer.queryByRole('switch')).toBeNull();
  expect(drawer.queryByText('Code')).toBeNull();
});

it('says that the product of a link could not be loaded', async () => {
  network.use(
    http.get('*/dashboard/v1/products/client/:code/prices', () =>
      HttpResponse.json({ code: 'ValidationError', message: 'No' }, { status: 400 }),
    ),
  );
  renderApp('/product?product=OTHER');
  const drawer = within(await screen.findByRole('dialog', { name: 'OTHER' }));
  expect(await drawer.findByText('The product could not be loaded')).toBeTruthy();
});

it('opens a product by a link, also one that is not among the rows', async () => {
  renderApp('/product?product=OTHER');
  const drawer = await screen.findByRole('dialog', { name: 'Telkomsel 20.000' });
  expect(within(drawer).getByText('OTHER')).toBeTruthy();
  expect(within(drawer).getByText(/before:/u)).toBeTruthy();
});

it('says that a link leads to no product', async () => {
  renderApp('/product?product=UNKNOWN');
  const drawer = await screen.findByRole('dialog', { name: 'UNKNOWN' });
  expect(await within(drawer).findByRole('heading', { name: 'Product not found' })).toBeTruthy();
  expect(within(drawer).queryByRole('switch')).toBeNull();
});
