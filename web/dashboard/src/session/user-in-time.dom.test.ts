import { QueryClient } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';

import { userInTime } from '@shared/app/session/route-guards';

import { deferred } from '../../../test/deferred';
import { makeUser } from '../../../test/factories';
import { testNetwork } from '../../../test/network';
import { dashboard } from '../app';
import { session } from './session';

const network = testNetwork();

afterEach(() => void vi.useRealTimers());

function userOfPage() {
  session.begin('token-1', 'root');
  return userInTime({ app: dashboard, queryClient: new QueryClient(), handleError: () => undefined });
}

it('waits for the user alone, however late the permissions come', async () => {
  // The time that a page may wait never passes.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  network.use(
    http.get('*/v1/user', () => HttpResponse.json(makeUser())),
    http.get('*/v1/permission', () => deferred<Response>().promise),
  );
  expect(await userOfPage()).toMatchObject({ timeZone: makeUser().Client.timeZone });
});

it('does not wait for a user who comes late', async () => {
  network.use(http.get('*/v1/user', () => deferred<Response>().promise));
  expect(await userOfPage()).toBeUndefined();
});
