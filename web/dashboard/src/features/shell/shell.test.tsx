import { screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { session } from '@/session/session';

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
    open(
      () => HttpResponse.json(makeUser()),
      async () => {
        await delay(300);
        return granted();
      },
    );
    const entries = within(await menu());
    const seen = new Set<number>();
    await waitFor(() => {
      const count = entries.queryAllByRole('link').length;
      seen.add(count);
      expect(count).toBe(7);
    });
    expect([...seen]).toEqual([0, 7]);
    expect(entries.queryAllByRole('link', { name: 'Bill Payment' })[0]?.getAttribute('aria-disabled')).toBeNull();
  });

  it('are those without a gate when the user can not be loaded', async () => {
    open(() => HttpResponse.json({ code: 'InternalError' }, { status: 500 }), granted);
    const entries = within(await menu());
    await waitFor(() => expect(entries.getAllByRole('link')).toHaveLength(5));
  });
});
