import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { session } from '@/session/session';

import { makeUser } from '../../../../../test/factories';
import { testNetwork } from '../../../../../test/network';
import { renderApp } from '../../../../test/render-app';
import { makeShopConfig } from '../../../../test/shop-fixtures';
import type { ShopInput } from '../connect-queries';

const network = testNetwork();

const banner = { name: 'banner 1', image_key: '', image_url: '', is_active: false, href: '' };
const mlbb = { id: 'MLBB', code: 'MLBB', name: 'Mobile Legends', type: 'game' };
const gone = { id: 'GI', code: 'GI', name: 'Genshin Impact', type: 'game' };

const first = makeShopConfig({
  version: 1,
  name: 'Dorman Games',
  logoImageUrl: '/files/a.png',
  logoImageKey: 'shops/1004/a.png',
  deeplinkUrl: '-',
  banners: [banner, { ...banner, name: 'banner 2' }],
  topOperators: [mlbb, gone],
});

const reason = 'Please enter a valid URL with protocol, of a public host';

let stored = first;

/** Stores an input as the server does; it alone knows that an address is not public. */
function answerTo(input: ShopInput) {
  const at = (input.banners ?? []).findIndex(({ href }) => href?.includes('192.168.'));
  if (at >= 0) {
    const fields = [{ field: `banners[${at}].href`, message: reason }];
    return HttpResponse.json({ code: 'ValidationError', message: '', fields }, { status: 400 });
  }
  const banners = input.banners?.map((one) => ({ ...banner, ...one }));
  const topOperators = input.topOperators?.map((code) => ({ ...gone, id: code, code }));
  stored = {
    ...stored,
    ...(input.name !== undefined && { name: input.name }),
    ...(banners && { banners }),
    ...(topOperators && { topOperators }),
    version: stored.version + 1,
  };
  return HttpResponse.json(stored);
}

beforeEach(() => {
  stored = first;
  session.begin('token-1', 'root');
  network.use(
    http.get('*/v1/user', () => HttpResponse.json(makeUser())),
    http.get('*/v1/permission', () => HttpResponse.json({ '301': true })),
    http.get('*/v1/events', () => HttpResponse.json({ code: 'NotFoundError', message: '' }, { status: 404 })),
    http.get('*/v1/webapp/config', () => HttpResponse.json(stored)),
    http.get('*/v1/operators/webapp', () =>
      HttpResponse.json({
        data: [
          { ...mlbb, id: 'ZZ', code: 'ZZ', name: 'Axis' },
          { ...mlbb, id: 'FF', code: 'FF', name: 'Free Fire' },
          mlbb,
        ],
      }),
    ),
    http.patch('*/v1/webapp/config', async ({ request }) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      answerTo((await request.json()) as ShopInput),
    ),
  );
});

const page = '/connect/settings/configs?tab=custom-web';

it('shows at its field why the server refuses a link, saves the rest, and says why Next stays', async () => {
  const user = renderApp(page);
  await user.click(await screen.findByLabelText('Link of banner 1'));
  // At once: half of it is an address that the server takes, and a slow machine pauses long enough to save it.
  await user.paste('http://192.168.0.1');
  const field = await screen.findByLabelText('Link of banner 1');
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText(reason)).toBeTruthy();
  expect(screen.getByText('Not saved', { selector: '[data-phase]' })).toBeTruthy();
  // Another edit of the same list is saved.
  await user.clear(screen.getByLabelText('Name of banner 2'));
  await user.type(screen.getByLabelText('Name of banner 2'), 'Promo November');
  await waitFor(() => expect(stored.banners.map(({ name }) => name)).toEqual(['banner 1', 'Promo November']));
  expect(stored.banners[0]?.href).toBe('');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(screen.getAllByText(reason).length).toBeGreaterThan(1));
  expect(window.location.pathname).toBe('/external/connect/settings/configs');
  await user.clear(field);
  await user.type(field, 'https://maju.id');
  await waitFor(() => expect(stored.banners[0]?.href).toBe('https://maju.id'));
  await waitFor(() => expect(screen.queryByText('Not saved', { selector: '[data-phase]' })).toBeNull());
});

it('puts a deleted banner back, keeps the focus, and names banners by the first free number', async () => {
  const user = renderApp(page);
  await user.click(await screen.findByRole('button', { name: 'Delete banner 1' }));
  await waitFor(() => expect(stored.banners.map(({ name }) => name)).toEqual(['banner 2']));
  const undo = screen.getByRole('button', { name: 'Undo' });
  expect(document.activeElement).toBe(undo);
  await user.click(undo);
  await waitFor(() => expect(stored.banners.map(({ name }) => name)).toEqual(['banner 1', 'banner 2']));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete banner 1' }));
  await user.click(screen.getByRole('button', { name: 'Delete banner 1' }));
  await user.click(screen.getByRole('button', { name: 'Add banner' }));
  await waitFor(() => expect(stored.banners.map(({ name }) => name)).toEqual(['banner 2', 'banner 1']));
  const name = screen.getByLabelText('Name of banner 2');
  expect(document.activeElement).toBe(name);
  // A name that is taken away comes back.
  await user.clear(name);
  await user.tab();
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name of banner 2').value).toBe('banner 1'));
});

it('gives the focus to a theme form and back, and shows the screen that has the buttons', async () => {
  const user = renderApp(page);
  await user.click(await screen.findByRole('button', { name: /^Button Theme/u }));
  const back = await screen.findByRole('button', { name: 'Back' });
  expect(document.activeElement).toBe(back);
  const preview = await screen.findByLabelText<HTMLSelectElement>('Screen');
  expect(preview.value).toBe('product_detail');
  await user.click(back);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Button Theme/u }));
  expect(preview.value).toBe('home');
});

it('opens a window with the preview of the own shop, in the colours that are edited', async () => {
  renderApp(page);
  const link = await screen.findByRole('link', { name: 'Open in a new window' });
  const address = new URL(link.getAttribute('href') ?? '', window.location.href);
  expect(address.pathname).toBe('/external/connect/settings/preview');
  expect(address.searchParams.get('isFromExternalDashboard')).toBe('true');
  expect(address.searchParams.get('primary')).toBe('#1890ff');
});

it('shows the stored shop in that window', async () => {
  renderApp('/connect/settings/preview?isFromExternalDashboard=true&primary=%23ff0000&screen=product_detail');
  const frame = await screen.findByTitle('Preview of your web app');
  expect(frame.getAttribute('src')).toContain('primary=%23ff0000');
  expect(screen.getByLabelText<HTMLSelectElement>('Screen').value).toBe('product_detail');
  expect(screen.queryByRole('link', { name: 'Open in a new window' })).toBeNull();
});

it('lists products by name, does not count a popular one that is not offered any more, and lets it be taken off', async () => {
  const user = renderApp(page);
  const popular = await screen.findByRole('region', { name: 'Popular products' });
  await within(popular).findByText('1 of 4');
  const names = within(popular)
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['Mobile Legends', 'Axis', 'Free Fire', 'Genshin Impact (not offered any more)']);
  await user.click(within(popular).getByRole('button', { name: /^Genshin/u }));
  await waitFor(() => expect(stored.topOperators.map(({ code }) => code)).toEqual(['MLBB']));
});
