import { newDestination } from './support/client-api.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { ordersOf, signIn, users } from './support/sign-in.ts';

test('speaks Indonesian when asked to, and keeps to it', async ({ page }) => {
  await signIn(page);
  await page.getByRole('button', { name: `Account of ${users.root.fullName}` }).click();
  await page.getByRole('button', { name: 'Bahasa Indonesia' }).click();
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
  await page.goto('orders');
  await expect(page.getByRole('heading', { name: 'Pilih rentang tanggal' })).toBeVisible();
  await expectGoodLook(page);

  await page.getByRole('button', { name: 'Keluar' }).click();
  await page.getByRole('button', { name: 'MASUK' }).click();
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
}) => {
  const { orderId, clientRef } = await clientApi.place(newDestination('2'));
  await expect.poll(() => clientApi.statusOf(clientRef)).toBe('failed');
  await signIn(page);
  const other = await context.newPage();
  await other.goto(`orders?query=%23${orderId}&order=${orderId}`);
  await expect(other.getByRole('dialog', { name: 'Order Detail' })).toContainText('The transaction failed');

  await page.getByRole('button', { name: `Account of ${users.root.fullName}` }).click();
  await page.getByRole('button', { name: 'Bahasa Indonesia' }).click();
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
      // Opacity may fade: nothing moves, and rows that arrive meanwhile do it.
      if (propertyName !== 'opacity') document.body.setAttribute('data-fading', propertyName);
    });
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  // Whatever fades has begun two pictures later.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(page.locator('body')).not.toHaveAttribute('data-fading');
});

test('keeps the sidebar and the theme that were chosen, whatever the system says', async ({ page }) => {
  await signIn(page);
  // The sidebar's width is a choice too.
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
