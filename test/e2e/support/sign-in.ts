import { expect, type Page } from '@playwright/test';

import { rememberSecret } from './secrets.ts';

/** The password of all demo users. */
export const password = 'Loket-Demo-2026';

export interface User {
  clientId: string;
  username: string;
  fullName: string;
  /** The password of the demo by default. */
  password?: string;
}

/** Users of the demo. */
export const users = {
  root: { clientId: '1001', username: 'root', fullName: 'Rina Marlina' },
  finance: { clientId: '1001', username: 'finance', fullName: 'Ferry Nugroho' },
  viewer: { clientId: '1001', username: 'viewer', fullName: 'Vivi Lestari' },
  small: { clientId: '1002', username: 'root', fullName: 'Sinta Rahayu' },
  withoutPin: { clientId: '1003', username: 'root', fullName: 'Bagas Pratama' },
  expired: { clientId: '1003', username: 'expired', fullName: 'Eka Saputra' },
  connectOnly: { clientId: '1004', username: 'root', fullName: 'Dodi Firmansyah' },
} satisfies Record<string, User>;

/** Fills in and sends the sign-in form in either language. */
export async function sendSignIn(page: Page, user: User, secret = user.password ?? password): Promise<void> {
  rememberSecret(secret);
  await page.getByLabel(/^(?:Client ID|ID Klien)$/u).fill(user.clientId);
  await page.getByLabel(/^(?:Username|Nama Pengguna)$/u).fill(user.username);
  await page.getByLabel(/^(?:Password|Kata Sandi)$/u).fill(secret);
  await page.getByRole('button', { name: /^(?:LOGIN|MASUK)$/u }).click();
}

/**
 * Opens a page of the dashboard with a session: signs in by a call and stores the session before the page loads.
 * Journeys about the form use `sendSignIn`.
 */
export async function signIn(page: Page, user: User = users.root, path?: string): Promise<void> {
  await holdSession(page, user);
  await page.goto(path ?? './');
  if (path !== undefined) return;
  await expect(page).toHaveURL(/\/external\/orders\?/u);
  await expect(ordersOf(page)).toBeVisible();
}

/** Signs in by a call. The next page load has the session. */
export async function holdSession(page: Page, user: User = users.root): Promise<void> {
  const secret = user.password ?? password;
  rememberSecret(secret);
  const data = { clientId: Number(user.clientId), username: user.username, password: secret };
  const answer = await page.request.post('/v1/auth', { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { token }: { token: string } = await answer.json();
  rememberSecret(token);
  await page.addInitScript(beginSession, { token, username: user.username });
}

/** Runs in each page before its scripts. Stores the session once, so that later changes stay. */
function beginSession({ token, username }: { token: string; username: string }): void {
  // Frames without an origin have no storage.
  if (window.origin === 'null') return;
  const begun = `journey.${token}`;
  if (localStorage.getItem(begun) !== null) return;
  for (const key of Object.keys(localStorage))
    if (key.startsWith('loket.dashboard.session.')) localStorage.removeItem(key);
  localStorage.setItem(begun, '');
  localStorage.setItem('loket.dashboard.session.token', JSON.stringify(token));
  localStorage.setItem('loket.dashboard.session.username', JSON.stringify(username));
}

/** Returns the list of Order History, as table or rows, in either language. */
export function ordersOf(page: Page) {
  return page.getByRole('region', { name: /^Orders?$/u });
}

/** Signs out in the account menu. */
export async function signOut(page: Page, { fullName }: User = users.root): Promise<void> {
  await page.getByRole('button', { name: `Account of ${fullName}` }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/external\/login$/u);
}

/** Returns the stored token, or null. */
export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const token: string | null = JSON.parse(localStorage.getItem('loket.dashboard.session.token') ?? 'null');
    return token;
  });
}
