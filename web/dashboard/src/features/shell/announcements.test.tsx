import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { setLanguage } from '@shared/i18n/language';

import { makeUser } from '../../../../test/factories';
import { testNetwork } from '../../../../test/network';
import { renderApp } from '../../../test/render-app';
import { keepSignedIn, userHandlers } from '../../../test/signed-in';

const network = testNetwork();

const announcement = {
  id: '7',
  title: 'Maintenance',
  titleId: 'Pemeliharaan',
  text: 'On Sunday\nfrom 01:00',
  textId: 'Hari Minggu',
  from: '2026-11-27T07:00:00Z',
  until: null,
  disturbance: false,
};

/** Serves two announcements, of which those that are closed go. */
function serve(overrides: Parameters<typeof makeUser>[0] = {}) {
  const user = makeUser(overrides);
  let list = [
    announcement,
    { ...announcement, id: '6', title: 'Disturbance: Telkomsel', titleId: 'Gangguan', disturbance: true },
  ];
  network.use(
    ...userHandlers(user, [22, 204]),
    http.get('*/v1/announcements', () => HttpResponse.json({ data: list, changesIn: null })),
    http.post<{ id: string }>('*/v1/announcements/:id/close', ({ params }) => {
      list = list.filter(({ id }) => id !== params.id);
      return HttpResponse.json({});
    }),
  );
  keepSignedIn(user, [22, 204]);
}

const card = () => screen.findByRole('region', { name: 'Announcement' });

beforeEach(() => {
  window.localStorage.clear();
});

it('shows the newest first, and the next one when it is closed', async () => {
  serve();
  const user = renderApp('/cs');
  const first = within(await card());
  expect(first.getByRole('heading', { name: 'Maintenance' })).toBeTruthy();
  expect(first.getByText('1 more after this one')).toBeTruthy();
  await user.click(first.getByRole('button', { name: 'Close Maintenance' }));
  expect(await screen.findByRole('heading', { name: 'Disturbance: Telkomsel' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Maintenance' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Close Disturbance: Telkomsel' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Announcement' })).toBeNull());
});

it('speaks the language of the page', async () => {
  setLanguage('id');
  serve();
  renderApp('/cs');
  expect(await screen.findByRole('heading', { name: 'Pemeliharaan' })).toBeTruthy();
  expect(screen.getByText('Hari Minggu')).toBeTruthy();
});

it('is silent when it can not be loaded', async () => {
  serve();
  network.use(http.get('*/v1/announcements', () => HttpResponse.json({ code: 'InternalError' }, { status: 500 })));
  renderApp('/cs');
  expect(await screen.findByRole('heading', { name: 'Customer Service', level: 1 })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('can not be closed by staff who look at the page', async () => {
  serve({ user: { look: { by: 'ana', until: '2026-11-27T08:00:00Z' } } });
  renderApp('/cs');
  expect(within(await card()).queryByRole('button')).toBeNull();
});
