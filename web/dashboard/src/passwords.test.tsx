import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';

import { redirectDelay } from '@shared/errors/error-handler';
import { session } from '@/session/session';

import { testNetwork } from '../../test/network';
import { renderApp } from '../test/render-app';

const network = testNetwork();
const origin = 'http://loket.test';
const goodPassword = 'Better-One-9';

function refusal(status: number, code: string, fields: { field: string; message: string }[] = []) {
  return HttpResponse.json({ code, message: 'No.', fields, requestId: 'r' }, { status });
}

async function openExpired(search = '') {
  session.expirePassword('restricted');
  const user = renderApp(`/change-password${search}`);
  await screen.findByRole('heading', { name: 'Expired Password' });
  return user;
}

const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Change Password' });

describe('forgotten password', () => {
  it('asks for both fields with the messages of the sign-in', async () => {
    const user = renderApp('/forgot-password');
    await user.click(await screen.findByRole('button', { name: 'FORGOT PASSWORD' }));
    expect(screen.getByText('Client ID must be filled')).toBeTruthy();
    expect(screen.getByText('Username must be filled')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Client ID'));
    expect(screen.getByRole('link', { name: 'Already have an account?' })).toBeTruthy();
  });

  it('says that the e-mail is on its way and goes to the login', async () => {
    let sent: unknown;
    network.use(
      http.post(`${origin}/v1/user/forgotPassword`, async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({});
      }),
    );
    const user = renderApp('/forgot-password');
    await user.type(await screen.findByLabelText('Client ID'), '1001');
    await user.type(screen.getByLabelText('Username'), 'root{Enter}');
    expect(await screen.findByText('Please check your email to confirm reset password!')).toBeTruthy();
    await waitFor(() => expect(window.location.pathname).toBe('/external/login'));
    expect(sent).toEqual({ clientId: 1001, username: 'root' });
  });

  it('shows what the server finds wrong with a field beneath it', async () => {
    const tooLong = { field: 'username', message: 'expected length <= 200' };
    network.use(http.post(`${origin}/v1/user/forgotPassword`, () => refusal(400, 'ValidationError', [tooLong])));
    const user = renderApp('/forgot-password');
    await user.type(await screen.findByLabelText('Client ID'), '1001');
    await user.type(screen.getByLabelText('Username'), 'root');
    await user.click(screen.getByRole('button', { name: 'FORGOT PASSWORD' }));
    expect(await screen.findByText(tooLong.message)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Username'));
  });

  it('forgets the stored session on the result page', async () => {
    session.begin('token-1', 'root');
    renderApp('/forgot-password-confirmation?isOk=true');
    expect(await screen.findByText(/new password was sent to your email\. Do not share it/u)).toBeTruthy();
    expect(session.read().token).toBeUndefined();
  });

  it.each(['?isOk=false', '?isOk=maybe', ''])('counts %s as a failure that can be tried again', async (search) => {
    renderApp(`/forgot-password-confirmation${search}`);
    expect(await screen.findByRole('heading', { name: 'Ooops! Something went wrong' })).toBeTruthy();
    const retry = screen.getByRole('link', { name: 'Try again' });
    expect(retry.getAttribute('href')).toBe('/external/forgot-password');
  });
});

describe('expired password', () => {
  it('says when a password is short, without asking the server', async () => {
    const user = await openExpired();
    await user.type(screen.getByLabelText('New password'), 'Short-9');
    expect(await screen.findByText('Please input at least 8 characters')).toBeTruthy();
    expect(submit().disabled).toBe(true);
  });

  it('shows the first message of the server, or general words', async () => {
    const fields = [
      { field: 'password', message: 'Needs a number' },
      { field: 'password', message: 'Needs more' },
    ];
    network.use(http.post(`${origin}/v1/validate-password`, () => refusal(400, 'ValidationError', fields)));
    const user = await openExpired();
    await user.type(screen.getByLabelText('New password'), 'longenough');
    expect(await screen.findByText('Needs a number')).toBeTruthy();
    network.use(http.post(`${origin}/v1/validate-password`, () => refusal(403, 'ThrottleRejectError')));
    await user.type(screen.getByLabelText('New password'), 'r');
    expect(await screen.findByText('Something went wrong')).toBeTruthy();
    expect(submit().disabled).toBe(true);
  });

  it('has a refusal said anew in another language', async () => {
    network.use(
      http.post(`${origin}/v1/validate-password`, ({ request }) => {
        const message = request.headers.get('Accept-Language') === 'id' ? 'Terlalu umum' : 'Too common';
        return refusal(400, 'ValidationError', [{ field: 'password', message }]);
      }),
    );
    const user = await openExpired();
    await user.type(screen.getByLabelText('New password'), 'longenough');
    expect(await screen.findByText('Too common')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /Bahasa Indonesia/u }));
    expect(await screen.findByText('Terlalu umum')).toBeTruthy();
    expect(screen.queryByText('Too common')).toBeNull();
  });

  it('sends a password that the server takes, and ends at the login without a session', async () => {
    let sent: unknown;
    network.use(
      http.post(`${origin}/v1/validate-password`, () => HttpResponse.json({})),
      http.post(`${origin}/v1/user/force-change-password`, async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ token: 'spent', message: 'Password has been changed' });
      }),
    );
    const user = await openExpired('?next=/deposit');
    await user.type(screen.getByLabelText('New password'), goodPassword);
    await waitFor(() => expect(submit().disabled).toBe(false));
    await user.type(screen.getByLabelText('Confirm new password'), 'other{Enter}');
    expect(await screen.findByText('Two passwords that you enter is inconsistent!')).toBeTruthy();
    await user.clear(screen.getByLabelText('Confirm new password'));
    await user.type(screen.getByLabelText('Confirm new password'), `${goodPassword}{Enter}`);
    expect(await screen.findByText('Password has been changed')).toBeTruthy();
    expect(session.read().passwordExpired).toBe(false);
    // The notice is shown before the page changes.
    expect(window.location.pathname).toBe('/external/change-password');
    await waitFor(() => expect(window.location.pathname).toBe('/external/login'));
    expect(window.location.search).toBe('?next=%2Fdeposit');
    expect(session.read().token).toBeUndefined();
    expect(sent).toEqual({ password: goodPassword, rePassword: goodPassword });
  });

  it('leaves a session alone that began elsewhere while the notice stood', async () => {
    network.use(
      http.post(`${origin}/v1/validate-password`, () => HttpResponse.json({})),
      http.post(`${origin}/v1/user/force-change-password`, () => HttpResponse.json({ token: 'spent', message: '' })),
      http.get(`${origin}/v1/auth/test`, () => HttpResponse.json({ status: 'ok' })),
      http.get(`${origin}/*`, () => refusal(404, 'NotFoundError')),
    );
    const user = await openExpired();
    await user.type(screen.getByLabelText('New password'), goodPassword);
    await waitFor(() => expect(submit().disabled).toBe(false));
    vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
    await user.type(screen.getByLabelText('Confirm new password'), `${goodPassword}{Enter}`);
    expect(await screen.findByText('Password has been changed')).toBeTruthy();
    session.begin('token-2', 'root');
    await vi.advanceTimersByTimeAsync(redirectDelay);
    vi.useRealTimers();
    expect(session.read().token).toBe('token-2');
  });

  it('leaves when no change is due', async () => {
    renderApp('/change-password');
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
  });
});
