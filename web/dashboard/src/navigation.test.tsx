import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { makeUser } from '../../test/factories';
import { testNetwork } from '../../test/network';
import { renderApp } from '../test/render-app';
import { keepSignedIn } from '../test/signed-in';

const network = testNetwork();
const none = { count: 0, amount: 0 };
const days = '?dateStart=2026-11-20&dateEnd=2026-11-21';

beforeEach(() => {
  keepSignedIn(makeUser(), []);
  network.use(
    http.get('*/v1/user', () => HttpResponse.json(makeUser())),
    http.get('*/v1/permission', () => HttpResponse.json({})),
    http.get('*/v1/events', () => HttpResponse.json({}, { status: 503 })),
    http.get('*/dashboard/v1/deposits/client', () => HttpResponse.json({ deposits: [] })),
    http.get('*/v1/orders/external/summary', () =>
      HttpResponse.json({ success: none, pending: none, failed: none, refunded: none, partial: false }),
    ),
    http.get('*/v1/orders/*', () => HttpResponse.json([])),
  );
});

it('gives the focus to the title of the page that a link leads to, and leaves it alone where one starts', async () => {
  const user = renderApp(`/orders${days}`);
  const first = await screen.findByRole('heading', { level: 1, name: 'Order History' });
  expect(document.activeElement).not.toBe(first);
  await user.click(
    within(screen.getByRole('navigation', { name: 'Main menu' })).getByRole('link', { name: 'Deposit' }),
  );
  const title = await screen.findByRole('heading', { level: 1, name: 'Deposit' });
  await waitFor(() => expect(document.activeElement).toBe(title));
});

it('keeps the focus on a tab that changes a part of its page', async () => {
  const user = renderApp(`/orders${days}`);
  await user.click(await screen.findByRole('link', { name: 'Export' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Totals' })).toBeNull());
  await screen.findByRole('button', { name: /Export/u });
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Export' }));
});

it('leaves the shell standing around a page that breaks, and the way to another page open', async () => {
  // An answer that our server never gives.
  network.use(http.get('*/v1/orders/external', () => HttpResponse.json([null])));
  const user = renderApp(`/orders${days}`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Something went wrong' })).toBeTruthy();
  await user.click(
    within(screen.getByRole('navigation', { name: 'Main menu' })).getByRole('link', { name: 'Deposit' }),
  );
  expect(await screen.findByRole('heading', { level: 1, name: 'Deposit' })).toBeTruthy();
  expect(screen.queryByText('Something went wrong')).toBeNull();
});

it('asks again who a root user without a PIN is, however fresh the stored answer', async () => {
  keepSignedIn(makeUser({ user: { pin: false } }), []);
  renderApp('/deposit');
  const banner = await screen.findByRole('region', { name: /PIN/u });
  await waitFor(() => expect(banner.isConnected).toBe(false));
});
