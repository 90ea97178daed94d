import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { session } from '@/session/session';

import { makeUser } from '../../test/factories';
import { noAnnouncements, testNetwork } from '../../test/network';
import { renderApp } from '../test/render-app';

const network = testNetwork();
const origin = 'http://loket.test';

function goodServer(onSignIn: (body: unknown) => void = () => undefined) {
  network.use(
    http.post(`${origin}/v1/auth`, async ({ request }) => {
      onSignIn(await request.json());
      return HttpResponse.json({ token: 'token-1' });
    }),
    http.get(`${origin}/v1/permission`, () => HttpResponse.json({ '14': true, '22': true, '204': true })),
    http.get(`${origin}/v1/user`, () => HttpResponse.json(makeUser())),
    http.get(`${origin}/v1/auth/test`, () => HttpResponse.json({ status: 'ok' })),
    noAnnouncements,
    http.get(`${origin}/v1/*`, () => HttpResponse.json([])),
    http.get(`${origin}/dashboard/v1/*`, () => HttpResponse.json({ deposits: [] })),
  );
}

describe('sign-in page', () => {
  it('asks for every field, and puts the focus on the first missing one', async () => {
    const user = renderApp('/login');
    await user.click(await screen.findByRole('button', { name: 'LOGIN' }));
    expect(screen.getByText('Client ID must be filled')).toBeTruthy();
    expect(screen.getByText('Username must be filled')).toBeTruthy();
    expect(screen.getByText('Password must be filled')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Client ID'));
  });

  it('takes digits alone as a client id', async () => {
    const user = renderApp('/login');
    const field = await screen.findByLabelText<HTMLInputElement>('Client ID');
    await user.type(field, '10a-01');
    expect(field.value).toBe('1001');
  });

  it('signs in, stores the session and goes to the orders of two days', async () => {
    let sent: unknown;
    goodServer((body) => {
      sent = body;
    });
    const user = renderApp('/login');
    await user.type(await screen.findByLabelText('Client ID'), '1001');
    await user.type(screen.getByLabelText('Username'), 'root');
    await user.type(screen.getByLabelText('Password'), 'Loket-Demo-2026{Enter}');
    await waitFor(() => expect(window.location.pathname).toBe('/external/orders'));
    expect(sent).toEqual({ clientId: 1001, username: 'root', password: 'Loket-Demo-2026' });
    expect(window.location.search).toMatch(/^\?dateStart=\d{4}-\d\d-\d\d&dateEnd=\d{4}-\d\d-\d\d$/u);
    expect(session.read()).toMatchObject({ token: 'token-1', username: 'root' });
    expect(session.readStored('permissions')?.value).toEqual([14, 22, 204]);
  });

  it.each([
    ['/login?next=/profile/password', '/external/profile/password'],
    ['/login?next=//evil.example/orders', '/external/orders'],
    ['/login?next=https://evil.example', '/external/orders'],
    ['/login?next=/nowhere', '/external/orders'],
  ])('goes from %s to %s', async (from, to) => {
    goodServer();
    const user = renderApp(from);
    await user.type(await screen.findByLabelText('Client ID'), '1001');
    await user.type(screen.getByLabelText('Username'), 'root');
    await user.type(screen.getByLabelText('Password'), 'Loket-Demo-2026{Enter}');
    await waitFor(() => expect(window.location.pathname).toBe(to));
    expect(window.location.origin).toBe(origin);
  });

  it('keeps the form as it was when the credentials are wrong', async () => {
    const refusal = { code: 'InvalidCredentialsError', message: 'Wrong.', requestId: 'r' };
    network.use(http.post(`${origin}/v1/auth`, () => HttpResponse.json(refusal, { status: 401 })));
    const user = renderApp('/login');
    await user.type(await screen.findByLabelText('Client ID'), '1001');
    await user.type(screen.getByLabelText('Username'), 'root');
    await user.type(screen.getByLabelText('Password'), 'nope{Enter}');
    expect(await screen.findByText('Please login again')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('root');
    expect(session.read().token).toBeUndefined();
  });

  it('shows what the server finds wrong with a field beneath it', async () => {
    const fields = [{ field: 'clientId', message: 'Client ID must be filled' }];
    const refusal = { code: 'ValidationError', message: 'The input is not valid', fields, requestId: 'r' };
    network.use(http.post(`${origin}/v1/auth`, () => HttpResponse.json(refusal, { status: 400 })));
    const user = renderApp('/login');
    await user.type(await screen.findByLabelText('Client ID'), '0');
    await user.type(screen.getByLabelText('Username'), 'root');
    await user.type(screen.getByLabelText('Password'), 'nope{Enter}');
    expect(await screen.findByText('Client ID must be filled')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Client ID'));
  });

  it.each([
    ['no token', () => HttpResponse.json({})],
    ['nothing', () => HttpResponse.json(null)],
    ['no body', () => new HttpResponse(null, { status: 204 })],
  ])('says so when the answer carries %s', async (_what, answer) => {
    network.use(http.post(`${origin}/v1/auth`, answer));
    const user = renderApp('/login');
    await user.type(await screen.findByLabelText('Client ID'), '1001');
    await user.type(screen.getByLabelText('Username'), 'root');
    await user.type(screen.getByLabelText('Password'), 'nope{Enter}');
    expect(await screen.findByText('Undefined login token')).toBeTruthy();
  });

  it('leads whose stored session holds to the orders', async () => {
    goodServer();
    session.begin('token-1', 'root');
    renderApp('/');
    await waitFor(() => expect(window.location.pathname).toBe('/external/orders'));
  });

  it('forgets a stored token that is refused', async () => {
    const refusal = { code: 'UnauthenticatedError', message: '', requestId: 'r' };
    network.use(http.get(`${origin}/v1/auth/test`, () => HttpResponse.json(refusal, { status: 401 })));
    session.begin('stale', 'root');
    renderApp('/login');
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
    expect(session.read().token).toBeUndefined();
  });

  it('leaves a session alone that began elsewhere while a stale token was refused', async () => {
    const refusal = { code: 'UnauthenticatedError', message: '', requestId: 'r' };
    let checks = 0;
    network.use(
      http.get(`${origin}/v1/auth/test`, () => {
        checks += 1;
        session.begin('token-2', 'root');
        return HttpResponse.json(refusal, { status: 401 });
      }),
    );
    session.begin('stale', 'root');
    renderApp('/login');
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
    expect(checks).toBe(1);
    expect(session.read().token).toBe('token-2');
  });

  it('leads whose password is expired to its change', async () => {
    session.expirePassword('restricted');
    renderApp('/');
    expect(await screen.findByRole('heading', { name: 'Expired Password' })).toBeTruthy();
  });
});

describe('protected pages', () => {
  it('lead to the login without a token, which knows where the link led', async () => {
    renderApp('/orders?query=%239007199254740993123');
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
    expect(window.location.pathname).toBe('/external/login');
    const next = new URLSearchParams(window.location.search).get('next');
    expect(next).toBe('/orders?query=%239007199254740993123');
  });

  it('lead to the change of an expired password, which knows it too', async () => {
    session.expirePassword('restricted');
    renderApp('/profile/pin');
    expect(await screen.findByRole('heading', { name: 'Expired Password' })).toBeTruthy();
    expect(new URLSearchParams(window.location.search).get('next')).toBe('/profile/pin');
  });
});
