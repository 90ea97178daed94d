import { type APIRequestContext, expect, type Page } from '@playwright/test';

import { App } from './authenticator-app.ts';
import { newReference } from './client-api.ts';
import type { Program } from './program.ts';
import { rememberSecret } from './secrets.ts';

/** A member of staff of one journey: those of the demo are shared, and a code of an app serves once. */
interface Colleague {
  username: string;
  password: string;
}

/** One who has signed in before. */
interface ReadyColleague extends Colleague {
  app: App;
  /** The token of a session. */
  token: string;
}

const ownPassword = 'Journey-Of-Staff-1';

/** Makes a member of staff who has not signed in yet. The password serves once. */
export async function addColleague(program: Program, role: string): Promise<Colleague> {
  const username = `staff${newReference().replaceAll('-', '').toLowerCase()}`;
  const person = ['--email', `${username}@example.com`, '--role', role];
  const output = await program.command('admin', '--reason', 'journey', 'staff', 'add', username, ...person);
  const password = /^password of \S+: (\S+)$/mu.exec(output)?.[1] ?? '';
  rememberSecret(password);
  return { username, password };
}

/** Makes a member of staff and signs in by calls for the first time. */
export async function readyColleague(
  calls: APIRequestContext,
  program: Program,
  role: string,
): Promise<ReadyColleague> {
  const { username, password } = await addColleague(program, role);
  rememberSecret(ownPassword);
  const post = async (path: string, token: string | undefined, data: object) => {
    const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const answer = await calls.post(`${program.staffApp}/staff/v1/${path}`, { data, headers });
    const body: Record<string, string> = await answer.json();
    if (body['token']) rememberSecret(body['token']);
    return body;
  };
  const expired = await post('auth', undefined, { username, password });
  await post('auth/password', expired['token'], { password: ownPassword, rePassword: ownPassword });
  const { token = '' } = await post('auth', undefined, { username, password: ownPassword });
  const newApp = await post('me/app', token, {});
  const app = new App(newApp['secret'] ?? '');
  const confirmed = await post(`me/app/${newApp['id']}/confirm`, token, { code: await app.earlierCode() });
  expect(confirmed).toHaveProperty('recoveryCodes');
  return { username, password: ownPassword, app, token };
}

/** The password that a new member of staff chooses. */
export const chosenPassword = ownPassword;

/** The page is signed in as a member of staff from its first load on. */
export async function holdStaffSession(page: Page, { token, username }: ReadyColleague): Promise<void> {
  await page.addInitScript(
    (stored) => {
      localStorage.setItem('loket.staff.session.token', JSON.stringify(stored.token));
      localStorage.setItem('loket.staff.session.username', JSON.stringify(stored.username));
    },
    { token, username },
  );
}
