import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { session } from '@/session/session';

import { makeUser } from '../../../../test/factories';
import { testNetwork } from '../../../../test/network';
import { renderApp } from '../../../test/render-app';

const network = testNetwork();
const origin = 'http://loket.test';
const ended = 'Token expired, please login again';

it('says in Connect that the session ended, with Retry and a way to sign in, and stays on the page', async () => {
  let over = true;
  const answer = (fine: () => Response) => () =>
    over ? HttpResponse.json({ code: 'UnauthorizedError', message: ended }, { status: 401 }) : fine();
  network.use(
    http.get(`${origin}/v1/user`, () => HttpResponse.json(makeUser())),
    http.get(`${origin}/v1/permission`, () => HttpResponse.json({ '14': true })),
    http.get(
      `${origin}/v1/webapp/config`,
      answer(() => new HttpResponse(null, { status: 204 })),
    ),
    http.get(
      `${origin}/v1/announcements`,
      answer(() => HttpResponse.json({ data: [], changesIn: null })),
    ),
    http.get(`${origin}/v1/*`, () => HttpResponse.json([])),
  );
  session.begin('token-1', 'root');
  const user = renderApp('/connect');
  const heading = await screen.findByRole('heading', { name: ended });
  const failure = heading.parentElement;
  if (!failure) throw new Error('the failure is not shown');
  const notice = (await screen.findAllByRole('alert')).find(({ textContent }) => textContent.startsWith(ended));
  expect(notice && within(notice).getByRole('button', { name: 'Sign in' })).toBeTruthy();
  expect(within(failure).getByRole('button', { name: 'Sign in' })).toBeTruthy();
  expect(session.read().token).toBe('token-1');

  over = false;
  await user.click(within(failure).getByRole('button', { name: 'Retry' }));
  await screen.findByText(/Rina Maharani/u, { selector: 'h1' });
  await expect.poll(() => screen.queryByText(ended)).toBeNull();

  over = true;
});
