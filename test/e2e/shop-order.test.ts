import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import type { Page } from '@playwright/test';

import { newDestination } from './support/client-api.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import type { Program } from './support/program.ts';

const run = promisify(execFile);

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'id-ID' });

/** Opens the page of a product and goes to its checkout, in Indonesian. The last digit decides what the supplier does. */
async function goToCheckout(page: Page, program: Program, ending: string): Promise<void> {
  await page.goto(new URL('/majujaya/MLBB', program.dashboard).href);
  await page.getByLabel('User ID').fill(newDestination(ending));
  await page.getByLabel('Zone ID').fill(`204${ending}`);
  await page.getByRole('radio', { name: /^86 Diamonds/u }).press('Space');
  await page.getByRole('button', { name: 'Bayar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Periksa pesanan' })).toBeVisible();
}

test('a shopper buys diamonds on a phone, from the first visit to the delivery @core', async ({ page, program }) => {
  await page.goto(new URL('/majujaya', program.dashboard).href);
  await page.getByRole('link', { name: 'Mobile Legends' }).first().click();
  await page.getByLabel('User ID').fill(newDestination('0'));
  await page.getByLabel('Zone ID').fill('2041');
  await page.getByRole('radio', { name: /^86 Diamonds/u }).press('Space');
  const total = await page.getByRole('contentinfo').getByText(/^Rp/u).textContent();
  await page.getByRole('button', { name: 'Bayar' }).click();

  await expect(page.getByText('Harga ini berlaku 15 menit')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('contentinfo')).toContainText(total ?? '?');
  await expect(page.getByText('2041')).toBeVisible();
  await expectGoodLook(page, 'shop-checkout');
  // Back leads to the product with everything as it was, and on again to the same order.
  await page.getByRole('link', { name: 'Ubah' }).click();
  await expect(page.getByLabel('Zone ID')).toHaveValue('2041');
  await page.getByRole('button', { name: 'Bayar' }).click();
  await page.getByRole('button', { name: 'Lanjut ke pembayaran' }).dblclick();

  await expect(page.getByRole('heading', { name: 'Pembayaran Maju Games' })).toBeVisible();
  await page.getByRole('button', { name: 'Bayar' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Pesanan berhasil' })).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveText([
    /^Pesanan dibuat/u,
    /^Pembayaran diterima/u,
    /^Diproses/u,
    /^Terkirim/u,
  ]);
  await page.getByRole('button', { name: 'Salin' }).first().click();
  await expect(page.getByRole('button', { name: 'Tersalin' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  await expect(page.getByText(copied, { exact: true })).toBeVisible();
  await expectGoodLook(page, 'shop-delivered');

  // The browser keeps the way back to the order, and the order is made again with all that was filled in.
  await page.getByRole('link', { name: 'Ke beranda toko' }).click();
  await page.getByRole('link', { name: 'Pesanan saya' }).click();
  await expectGoodLook(page, 'shop-orders');
  await page.getByRole('link', { name: /^Mobile Legends · 86 Diamonds/u }).click();
  await page.getByRole('link', { name: 'Pesan lagi' }).click();
  await expect(page.getByLabel('Zone ID')).toHaveValue('2041');
  await expect(page.getByRole('radio', { name: /^86 Diamonds/u })).toBeChecked();

  // The checkout holds nothing that could be ordered once more.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(new URL('/majujaya/checkout', program.dashboard).href);
  await expect(page.getByRole('heading', { name: 'Belum ada yang dipilih' })).toBeVisible();
  await expectGoodLook(page, 'shop-checkout-empty');
});

test('at 320 px in the dark a shopper cancels the payment, pays too late, and hears that the order failed', async ({
  page,
  program,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await goToCheckout(page, program, '2');
  await expectGoodLook(page, 'shop-checkout-dark');
  await page.getByRole('button', { name: 'Lanjut ke pembayaran' }).click();
  await page.getByRole('button', { name: 'Batal' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Menunggu pembayaran' })).toBeVisible();
  await expect(page.getByText('Pembayaran dibatalkan. Anda masih bisa membayar pesanan ini.')).toBeVisible();
  await expectGoodLook(page, 'shop-cancelled-dark');
  const payNow = page.getByRole('link', { name: 'Bayar sekarang' });
  const payment = (await payNow.getAttribute('href')) ?? '';

  // The program has no clock that a journey can turn, so the end of the price comes earlier instead.
  const token = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const sooner = `UPDATE storefront_orders SET price_until = created_at + 1 WHERE token = '${token}' RETURNING id;`;
  const { stdout } = await run('sqlite3', [`${program.data}/loket.db`, '.timeout 60000', sooner]);
  expect(stdout.trim()).toMatch(/^\d+$/u);
  await expect(page.getByRole('heading', { level: 2, name: 'Waktu pembayaran habis' })).toBeVisible();
  await expect(payNow).toBeHidden();
  await expect(page.getByRole('link', { name: 'Pesan lagi' })).toBeVisible();
  await expectGoodLook(page, 'shop-expired-dark');

  await page.goto(payment);
  await page.getByRole('button', { name: 'Bayar' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Pesanan gagal' })).toBeVisible();
  await expect(page.getByText('toko mengembalikan uang Anda', { exact: false })).toBeVisible();
  await expect(page.getByRole('link', { name: '081200001001' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/6281200001001\?text=/u,
  );
  await expectGoodLook(page, 'shop-failed-dark');
});

test('a lost answer, a new price and a wrong link each say what to do', async ({ page, program, quiet }) => {
  quiet.expect(/ERR_FAILED/u);
  quiet.expectStatus(409, 404);
  const keys: string[] = [];
  // The route is set before the page opens: one that is set just before a request may come too late for it.
  await page.route('**/shop/v1/majujaya/orders', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    // The first order is made, but its answer is lost.
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await goToCheckout(page, program, '0');
  const go = page.getByRole('button', { name: 'Lanjut ke pembayaran' });
  await go.click();
  await expect(page.getByRole('alert')).toContainText('Anda tidak akan memesan dua kali');
  await expectGoodLook(page, 'shop-checkout-lost');
  await go.click();
  await expect(page.getByRole('heading', { name: 'Pembayaran Maju Games' })).toBeVisible();
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(keys[0]).toBeTruthy();

  // Another price than the one that the shopper saw.
  await goToCheckout(page, program, '0');
  await page.evaluate(() => {
    const name = Object.keys(sessionStorage).find((key) => key.endsWith('.draft')) ?? '';
    sessionStorage.setItem(name, (sessionStorage.getItem(name) ?? '').replace(/"price":\d+/u, '"price":1'));
  });
  await page.reload();
  await go.click();
  await expect(page.getByRole('link', { name: 'Lihat harga baru' })).toBeVisible();
  await page.getByRole('link', { name: 'Lihat harga baru' }).click();
  await expect(page.getByRole('radio', { name: /^86 Diamonds/u })).toBeChecked();
  await expect(page.getByRole('contentinfo')).not.toContainText('Rp\u00a01');

  await page.goto(new URL('/majujaya/orders/aaaaaaaaaaaaaaaaaaaaaaaaaa', program.dashboard).href);
  await expect(page.getByRole('heading', { name: 'Pesanan tidak ditemukan' })).toBeVisible();
  await expectGoodLook(page, 'shop-order-none');
});

test('without its scripts the shop is read: what it sells, and for how much', async ({ page, program }) => {
  // With JavaScript switched off, axe could not look at the page.
  await page.route('**/shop/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await page.goto(new URL('/majujaya', program.dashboard).href);
  await expect(page.getByRole('heading', { level: 1, name: 'Maju Games' })).toBeVisible();
  await expectGoodLook(page, 'shop-home-without-scripts');
  await page.getByText('Token listrik').click();
  await expect(page.getByRole('link', { name: 'Token PLN' })).toBeVisible();
  await page.getByRole('link', { name: 'Mobile Legends' }).first().click();
  await expect(page.getByText('86 Diamonds', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Rp/u).first()).toBeVisible();
  await expectGoodLook(page, 'shop-product-without-scripts');
  await page.getByRole('link', { name: 'Kembali ke beranda' }).click();
  await expect(page).toHaveTitle('Maju Games');
  await page.getByRole('link', { name: 'Butuh bantuan?' }).click();
  await expect(page.getByRole('heading', { name: 'Pesanan saya gagal.' })).toBeVisible();
  await expectGoodLook(page, 'shop-help-without-scripts');
});
