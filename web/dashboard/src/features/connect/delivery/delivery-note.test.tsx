import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { session } from '@/session/session';

import { makeUser } from '../../../../../test/factories';
import { testNetwork } from '../../../../../test/network';
import { renderApp } from '../../../../test/render-app';
import { makeShopConfig } from '../../../../test/shop-fixtures';
import type { ShopConfig } from '../connect-queries';

const network = testNetwork();

const missing = { hasApiKey: false, emptyWallets: ['level_1', 'multibiller'] };

const config = makeShopConfig({ clientId: 1004, clientCode: 'dorman', name: 'Dorman Games', delivery: missing });

let published: unknown[] = [];

function serve(delivery: ShopConfig['delivery'], held: Record<string, boolean> = { '14': true, '301': true }) {
  network.use(
    http.get('*/v1/permission', () => HttpResponse.json(held)),
    http.get('*/v1/webapp/config', () => HttpResponse.json({ ...config, delivery })),
  );
}

beforeEach(() => {
  published = [];
  session.begin('token-1', 'root');
  network.use(
    http.get('*/v1/user', () => HttpResponse.json(makeUser())),
    http.get('*/v1/events', () => HttpResponse.json({ code: 'NotFoundError', message: '' }, { status: 404 })),
    http.get('*/v1/external/clientproducts/summary', () =>
      HttpResponse.json({ active: 1, off: 0, leastMarginPercent: 10, mostMarginPercent: 10, priced: true }),
    ),
    http.patch('*/v1/webapp/config/publication', async ({ request }) => {
      published.push(await request.json());
      return HttpResponse.json({ ...config, isPublished: true });
    }),
  );
});

it('says on the confirmation what is missing to deliver, with the way there, and still publishes', async () => {
  serve(missing);
  const user = renderApp('/connect/settings/publish-confirm');
  await screen.findByText('There is no API key, so your payment page cannot report a payment.');
  expect(screen.getByText(/There is no money for orders in: Level 1, Multibiller\./u)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Make an API key' }).getAttribute('href')).toBe('/external/profile/api-key');
  expect(screen.getByRole('link', { name: 'Top up' }).getAttribute('href')).toBe('/external/deposit/top-up');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  const question = await screen.findByRole('dialog');
  expect(within(question).getByText(/There is no money for orders in/u)).toBeTruthy();
  await user.click(within(question).getByRole('button', { name: 'Yes' }));
  await screen.findByText('Your web app has been published successfully.');
  expect(published).toEqual([{ id: '1', isPublished: true }]);
});

it('says it in the home of Connect and before publishing there', async () => {
  serve({ hasApiKey: true, emptyWallets: ['level_1'] }, { '301': true });
  const user = renderApp('/connect');
  await screen.findByText(/There is no money for orders in: Level 1\./u);
  expect(screen.queryByText(/There is no API key/u)).toBeNull();
  await user.click(screen.getByRole('switch', { name: 'Publish the web app' }));
  expect(within(await screen.findByRole('dialog')).getByText(/There is no money for orders in/u)).toBeTruthy();
});

it('says nothing where nothing is missing', async () => {
  serve({ hasApiKey: true, emptyWallets: [] });
  renderApp('/connect');
  await screen.findByText('Dorman Games');
  expect(screen.queryByText('Before paid orders can be delivered:')).toBeNull();
});
