import type { Page } from '@playwright/test';

import { newDestination } from './support/client-api.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { ordersOf, sendSignIn, signIn, type User } from './support/sign-in.ts';

/** Chooses the language in the account menu. The account stores it, so this needs a user of its own. */
async function chooseIndonesian(page: Page, user: User): Promise<void> {
  await page.getByRole('button', { name: `Account of ${user.fullName}` }).click();
  await page.getByRole('button', { name: 'Bahasa Indonesia' }).click();
}

test('speaks the language of the browser at first, and that of the user on every browser afterwards', async ({
  page,
  browser,
  program,
  staff,
}) => {
  const open = async (locale: string) => {
    const context = await browser.newContext({ baseURL: program.dashboard, locale });
    const visit = await context.newPage();
    await visit.goto('login');
    return visit;
  };
  const indonesian = await open('id-ID');
  await expect(indonesian.getByRole('heading', { name: 'Masuk' })).toBeVisible();
  await expect(indonesian.locator('html')).toHaveAttribute('lang', 'id');
  const german = await open('de-DE');
  await expect(german.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  const own = await staff.makeUser('1001');
  await signIn(page, own);
  const stored = page.waitForResponse((answer) => answer.url().endsWith('/v1/user/language'));
  await chooseIndonesian(page, own);
  expect((await stored).ok()).toBe(true);
  await sendSignIn(german, own);
  await expect(german.getByRole('heading', { name: 'Riwayat Order' })).toBeVisible();
  await expect(german.locator('html')).toHaveAttribute('lang', 'id');
  await german.context().close();
  await indonesian.context().close();
});

test('speaks Indonesian when asked to, and keeps to it', async ({ page, staff }) => {
  const own = await staff.makeUser('1001');
  await signIn(page, own);
  await chooseIndonesian(page, own);
  await expect(page.getByRole('heading', { name: 'Riwayat Order' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'id');
  await expectGoodLook(page, 'account-id');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Tampilkan Data' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Order', exact: true }).getByRole('row')).toHaveCount(11);
  await expectGoodLook(page, 'orders-id');
  await page.getByRole('button', { name: /^Rentang tanggal:/u }).click();
  await expect(page.getByText('Rentang tanggal maksimal 2 hari')).toBeVisible();
  await expectGoodLook(page, 'orders-calendar-id');
  await page.keyboard.press('Escape');
  await page.goto('orders?dateEnd=2026-01-01');
  await expect(page.getByRole('heading', { name: 'Pilih rentang tanggal' })).toBeVisible();
  await expectGoodLook(page);

  await page.getByRole('button', { name: 'Keluar' }).click();
  await page.getByRole('button', { name: 'MASUK', exact: true }).click();
  await expect(page.getByText('ID Klien harus diisi')).toBeVisible();
  await expectGoodLook(page, 'sign-in-id');
  await page.getByRole('button', { name: /Ganti ke English/u }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible();
});

test('every open tab follows a change of language, and asks anew for what the server says in words', async ({
  page,
  context,
  clientApi,
  staff,
}) => {
  const { orderId, clientRef } = await clientApi.placeOrder(newDestination('2'));
  await expect.poll(() => clientApi.statusOf(clientRef)).toBe('failed');
  const own = await staff.makeUser('1001');
  await signIn(page, own);
  const other = await context.newPage();
  await other.goto(`orders?query=%23${orderId}&order=${orderId}`);
  await expect(other.getByRole('dialog', { name: 'Order Detail' })).toContainText('The transaction failed');

  await chooseIndonesian(page, own);
  const drawer = other.getByRole('dialog', { name: 'Detail Order' });
  await expect(drawer).toContainText('Transaksi gagal');
  await expect(drawer).not.toContainText('The transaction failed');
  await expect(other.locator('html')).toHaveAttribute('lang', 'id');
  await expectGoodLook(other, 'other-tab-id');
});

test('follows the system into the dark at once where motion is to be reduced', async ({ page }) => {
  await signIn(page);
  await page.evaluate(() => {
    document.addEventListener('transitionrun', ({ propertyName }) => {
      // Opacity may change: it is no movement.
      if (propertyName !== 'opacity') document.body.setAttribute('data-fading', propertyName);
    });
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  // All fades have started after two frames.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(page.locator('body')).not.toHaveAttribute('data-fading');
});

test('keeps the sidebar and the theme that were chosen, whatever the system says', async ({ page }) => {
  await signIn(page);
  // The width of the sidebar is a stored choice too.
  await page.getByRole('button', { name: 'Toggle menu' }).click();
  await expect(page.getByRole('link', { name: 'Deposit' })).toBeVisible();
  await expectGoodLook(page, 'sidebar-icons');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Toggle menu' })).toHaveAttribute('aria-expanded', 'false');

  const scheme = page.locator('html');
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(ordersOf(page).getByRole('row')).toHaveCount(11);
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light');
});
