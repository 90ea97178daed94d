import { expect, type Page } from '@playwright/test';

import { rememberSecret } from './secrets.ts';

/** The password of every user of the demo. */
export const password = 'Loket-Demo-2026';

/** Who signs in. */
export interface User {
  clientId: string;
  username: string;
  fullName: string;
  /** That of the demo unless given. */
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

/** Fills in the sign-in form, in whichever language it stands there, and sends it. */
export async function sendSignIn(page: Page, user: User, secret = user.password ?? password): Promise<void> {
  rememberSecret(secret);
  await page.getByLabel(/^(?:Client ID|ID Klien)$/u).fill(user.clientId);
  await page.getByLabel(/^(?:Username|Nama Pengguna)$/u).fill(user.username);
  await page.getByLabel(/^(?:Password|Kata Sandi)$/u).fill(secret);
  await page.getByRole('button', { name: /^(?:LOGIN|MASUK)$/u }).click();
}

/**
 * Opens a place of the dashboard as who signed in before: the session comes from a call and lies in the browser when
 * the page loads. Journeys whose subject is the form use `sendSignIn`.
 */
export async function signIn(page: Page, user: User = users.root, place?: string): Promise<void> {
  const secret = user.password ?? password;
  rememberSecret(secret);
  const data = { clientId: Number(user.clientId), username: user.username, password: secret };
  const answer = await page.request.post('/v1/auth', { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { token }: { token: string } = await answer.json();
  rememberSecret(token);
  await page.addInitScript(beginSession, { token, username: user.username });
  await page.goto(place ?? './');
  if (place !== undefined) return;
  await expect(page).toHaveURL(/\/external\/orders\?/u);
  await expect(ordersOf(page)).toBeVisible();
}

/** Runs in every page before its own scripts. It begins the session once: what becomes of it later stays. */
function beginSession({ token, username }: { token: string; username: string }): void {
  // Frames without an origin have no storage, and no session either.
  if (window.origin === 'null') return;
  const begun = `journey.${token}`;
  if (localStorage.getItem(begun) !== null) return;
  for (const key of Object.keys(localStorage))
    if (key.startsWith('loket.dashboard.session.')) localStorage.removeItem(key);
  localStorage.setItem(begun, '');
  localStorage.setItem('loket.dashboard.session.token', JSON.stringify(token));
  localStorage.setItem('loket.dashboard.session.username', JSON.stringify(username));
}

/** The list of Order History, in whatever form and language. */
export function ordersOf(page: Page) {
  return page.getByRole('region', { name: /^Orders?$/u });
}

/** The way out in the profile popover. */
export async function signOut(page: Page, { fullName }: User = users.root): Promise<void> {
  await page.getByRole('button', { name: `Account of ${fullName}` }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/external\/login$/u);
}

/** The token in the browser, or none. */
export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const token: string | null = JSON.parse(localStorage.getItem('loket.dashboard.session.token') ?? 'null');
    return token;
  });
}
