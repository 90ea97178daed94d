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

/** Signs in as a person does and waits for the orders. */
export async function signIn(page: Page, user: User = users.root): Promise<void> {
  await page.goto('./');
  await sendSignIn(page, user);
  await expect(page).toHaveURL(/\/external\/orders\?/u);
  await expect(ordersOf(page)).toBeVisible();
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
    const token: string | null = JSON.parse(localStorage.getItem('loket.session.token') ?? 'null');
    return token;
  });
}
