import { QueryClient } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';

import { makeUser } from '../../../test/factories';
import { testNetwork } from '../../../test/network';
import { keepSignedIn } from '../../test/signed-in';
import { account, currentUserOptions, permissionIds } from './current-user';
import { session } from './session';

const network = testNetwork();

/** Returns the user and its date that a newly loaded page knows. */
function seeded() {
  const client = new QueryClient();
  account.seed(client);
  const stateOf = (key: readonly unknown[]) => {
    const state = client.getQueryState(key);
    return state && { data: state.data, at: state.dataUpdatedAt };
  };
  return { user: stateOf(currentUserOptions().queryKey), permissions: stateOf(account.permissionsOptions().queryKey) };
}

it('reads permission ids: the keys whose value is true', () => {
  expect(permissionIds({ '6': true, '14': false, '204': true, odd: true })).toEqual([6, 204]);
});

it('seeds user and permissions, each with its own date', () => {
  keepSignedIn(makeUser(), undefined, 5000);
  session.keep('permissions', [], 7000);
  expect(seeded()).toEqual({ user: { data: makeUser(), at: 5000 }, permissions: { data: [], at: 7000 } });
});

it('seeds nothing that never came, such as permissions of a page that was left too soon', () => {
  keepSignedIn(makeUser());
  expect(seeded().permissions).toBeUndefined();
  session.drop('clientDetail');
  expect(seeded().user).toBeUndefined();
});

it.each([
  ['a root user without a PIN', { pin: false }, 1],
  ['a root user with one', { pin: true }, 5000],
  ['a user who never has one', { pin: false, role: ['client_user'] }, 5000],
])('takes %s for out of date or not', (_who, user, at) => {
  keepSignedIn(makeUser({ user }), [], 5000);
  expect(seeded().user?.at).toBe(at);
});

it('does not bring back what is older than what is known', () => {
  const client = new QueryClient();
  client.setQueryData(account.permissionsOptions().queryKey, [6], { updatedAt: 9000 });
  keepSignedIn(makeUser(), [14], 5000);
  account.seed(client);
  expect(client.getQueryData(account.permissionsOptions().queryKey)).toEqual([6]);
  session.keep('permissions', [14], 9500);
  account.seed(client);
  expect(client.getQueryData(account.permissionsOptions().queryKey)).toEqual([14]);
});

it('stores full name, role, role name and e-mail by themselves', async () => {
  const user = makeUser();
  keepSignedIn(user);
  network.use(http.get('*/v1/user', () => HttpResponse.json(user)));
  await new QueryClient().fetchQuery(currentUserOptions());
  const names = ['fullName', 'role', 'roleName', 'email'] as const;
  expect(names.map((name) => session.readStored(name)?.value)).toEqual(names.map((name) => user[name]));
});

it('stores nothing of a session that ended before its early answer came', async () => {
  // An early answer counts for a time after the page began.
  vi.spyOn(performance, 'now').mockReturnValue(900);
  keepSignedIn(makeUser());
  session.drop('fullName');
  const { token } = session.read();
  const client = new QueryClient();
  const arrival = new EventTarget();
  const early = new Promise<Response>((resolve) => {
    const answer = Response.json({ ...makeUser(), fullName: 'Somebody Else' });
    arrival.addEventListener('arrive', () => resolve(answer));
  });
  const answers = { [`${window.location.origin}/v1/user`]: { response: early, language: undefined } };
  globalThis.loketEarly = { authorization: `Bearer ${token}`, answers };
  const userLoad = client.fetchQuery({ ...currentUserOptions(), retry: false });
  await vi.waitFor(() => expect(globalThis.loketEarly?.answers).toEqual({}));
  session.begin('another', 'root');
  const cancelled = client.cancelQueries();
  arrival.dispatchEvent(new Event('arrive'));
  await expect(userLoad).rejects.toThrow(/CancelledError/u);
  await cancelled;
  // What follows the answer has run.
  await new Promise((done) => setTimeout(done));
  expect(session.readStored('fullName')).toBeUndefined();
  globalThis.loketEarly = undefined;
});
