import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { session } from '@/session/session';

import { makeUser } from '../../test/factories';
import { testNetwork } from '../../test/network';
import { renderApp } from '../test/render-app';
import { keepSignedIn } from '../test/signed-in';

const network = testNetwork();
const origin = 'http://loket.test';

/** Changes the language as another tab does. */
function chooseElsewhere(language: string): void {
  window.localStorage.setItem('loket.dashboard.language', language);
  window.dispatchEvent(new StorageEvent('storage', { key: 'loket.dashboard.language', newValue: language }));
}

it('follows the choice of another tab, and leaves alone what is typed', async () => {
  const user = renderApp('/login');
  await user.type(await screen.findByLabelText('Username'), 'root');
  chooseElsewhere('id');
  expect(await screen.findByRole('heading', { name: 'Masuk' })).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Nama Pengguna').value).toBe('root');
  expect(document.documentElement.lang).toBe('id');
  expect(document.title).toBe('Masuk · Loket');
});

it('says anew what a form lacks', async () => {
  const user = renderApp('/login');
  await user.type(await screen.findByLabelText('Username'), 'root');
  await user.click(screen.getByRole('button', { name: 'LOGIN' }));
  expect(screen.getByText('Client ID must be filled')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Bahasa Indonesia/u }));
  expect(await screen.findByText('ID Klien harus diisi')).toBeTruthy();
  expect(screen.queryByText('Client ID must be filled')).toBeNull();
  expect(screen.queryByText('Nama pengguna harus diisi')).toBeNull();
});

it('asks the server again for what it said in words', async () => {
  const user = makeUser();
  keepSignedIn(user);
  network.use(
    http.get(`${origin}/v1/user/list`, ({ request }) => {
      const message = request.headers.get('Accept-Language') === 'id' ? 'Sedang sibuk' : 'Busy';
      return HttpResponse.json({ code: 'ConflictError', message, fields: [], requestId: 'r' }, { status: 409 });
    }),
    http.get(`${origin}/v1/user`, () => HttpResponse.json(user)),
    http.get(`${origin}/v1/permission`, () => HttpResponse.json({})),
    http.get(`${origin}/v1/events`, () => HttpResponse.json({}, { status: 503 })),
  );
  renderApp('/profile/user-management');
  expect(await screen.findByText('Busy', { exact: false })).toBeTruthy();
  chooseElsewhere('id');
  await waitFor(() => expect(screen.getByText('Sedang sibuk', { exact: false })).toBeTruthy());
  expect(screen.queryByText('Busy', { exact: false })).toBeNull();
});

/** Serves an account with a language. */
function serve(language: 'en' | 'id' | null): void {
  network.use(
    http.get(`${origin}/v1/user`, () => HttpResponse.json(makeUser({ user: { language } }))),
    http.get(`${origin}/v1/permission`, () => HttpResponse.json({})),
    http.get(`${origin}/v1/events`, () => HttpResponse.json({}, { status: 503 })),
  );
}

describe('the language of the account', () => {
  it('is spoken as soon as the user is known, and until the session ends', async () => {
    serve('id');
    session.begin('token-1', 'root');
    renderApp('/cs');
    expect(await screen.findByText(/^Kontak layanan pelanggan belum diatur/u)).toBeTruthy();
    session.clear();
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
  });

  it('is spoken at once after a reload', async () => {
    serve('id');
    keepSignedIn(makeUser({ user: { language: 'id' } }), []);
    session.keep('language', 'id');
    renderApp('/cs');
    expect(document.documentElement.lang).toBe('id');
    expect(await screen.findByText(/^Kontak layanan pelanggan belum diatur/u)).toBeTruthy();
  });

  it('is the browser’s where the account keeps none', async () => {
    serve(null);
    window.localStorage.setItem('loket.dashboard.language', 'id');
    session.begin('token-1', 'root');
    renderApp('/cs');
    expect(await screen.findByText(/^Kontak layanan pelanggan belum diatur/u)).toBeTruthy();
  });
});
