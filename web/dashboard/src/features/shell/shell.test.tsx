import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { session } from '@/session/session';

import { deferred } from '../../../../test/deferred';
import { makeUser } from '../../../../test/factories';
import { testNetwork } from '../../../../test/network';
import { renderApp } from '../../../test/render-app';

const network = testNetwork();
const origin = 'http://loket.test';

/** Starts the app with only a token, as after the browser lost the rest. */
function open(user: () => Promise<Response> | Response, permissions: () => Promise<Response> | Response): void {
  network.use(
    http.get(`${origin}/v1/user`, user),
    http.get(`${origin}/v1/permission`, permissions),
    http.get(`${origin}/v1/events`, () => HttpResponse.json({}, { status: 503 })),
  );
  session.begin('token-1', 'root');
  renderApp('/deposit');
}

const menu = () => screen.findByRole('navigation', { name: 'Main menu' });
const granted = () => HttpResponse.json({ '22': true, '204': true });

describe('entries of the sidebar', () => {
  it('come all at once, and none that is closed for a moment only', async () => {
    const permissionGate = deferred<undefined>();
    open(
      () => HttpResponse.json(makeUser()),
      async () => {
        await permissionGate.promise;
        return granted();
      },
    );
    const entries = within(await menu());
    expect(entries.queryAllByRole('link')).toHaveLength(0);
    const seen = new Set<number>();
    permissionGate.resolve(undefined);
    await waitFor(() => {
      const count = entries.queryAllByRole('link').length;
      seen.add(count);
      expect(count).toBe(7);
    });
    expect([...seen].filter((count) => count !== 0)).toEqual([7]);
    expect(entries.queryAllByRole('link', { name: 'Bill Payment' })[0]?.getAttribute('aria-disabled')).toBeNull();
  });

  it('are those without a gate when the user can not be loaded', async () => {
    open(() => HttpResponse.json({ code: 'InternalError' }, { status: 500 }), granted);
    const entries = within(await menu());
    await waitFor(() => expect(entries.getAllByRole('link')).toHaveLength(5));
  });
});

describe('a page of a user that could not be loaded', () => {
  it.each([
    ['/v1/user', '/v1/permission', 'InternalError'],
    ['/v1/permission', '/v1/user', 'InternalError'],
  ])('says so with Retry while %s fails, and comes with its answer', async (failing, other, code) => {
    const answers: Record<string, () => Response> = {
      '/v1/user': () => HttpResponse.json(makeUser()),
      '/v1/permission': granted,
    };
    let broken = true;
    network.use(
      http.get(`${origin}${failing}`, () =>
        broken ? HttpResponse.json({ code, message: 'Try later.' }, { status: 500 }) : answers[failing]?.(),
      ),
      http.get(`${origin}${other}`, () => answers[other]?.()),
      http.get(`${origin}/v1/events`, () => HttpResponse.json({}, { status: 503 })),
    );
    session.begin('token-1', 'root');
    const user = renderApp('/cs');
    await screen.findByText('Your account could not be loaded.');
    const failed = screen.getByRole('alert');
    expect(failed.textContent).toContain(code);
    broken = false;
    await user.click(within(failed).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Customer Service', level: 1 })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
