import { newDestination } from './support/client-api.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { publishShop } from './support/publish-shop.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'id-ID' });

const wallet = 'level_1';

test('a shop closes while somebody buys, and its wallet is too short: the order waits, and arrives after a top-up', async ({
  page,
  program,
  request,
  staff,
  clientApi,
  mailbox,
  quiet,
}) => {
  const balance = (await clientApi.balance(wallet)) ?? 0;
  await page.goto(new URL('/majujaya/TSEL', program.dashboard).href);
  await page.getByLabel('Nomor HP').fill(newDestination('0'));
  await page.getByRole('radio', { name: /^10\.000/u }).press('Space');
  await page.getByRole('button', { name: 'Bayar' }).click();
  await page.getByRole('button', { name: 'Lanjut ke pembayaran' }).click();
  await expect(page.getByRole('heading', { name: 'Pembayaran Maju Games' })).toBeVisible();

  await staff.unpublishShop('1001');
  await staff.adjustWallet('1001', wallet, -balance);
  await page.getByRole('button', { name: 'Bayar' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Pembayaran diterima' })).toBeVisible();
  await mailbox.next('root.1001@example.com', 'Orders of your shop wait for a top-up');
  await expectGoodLook(page, 'shop-paid-waits');

  // The shop is closed to others meanwhile.
  const other = await page.context().newPage();
  quiet.expectStatus(404);
  await other.goto(new URL('/majujaya', program.dashboard).href);
  await expect(other.getByRole('heading', { name: 'Toko sedang tutup' })).toBeVisible();
  await other.close();

  await staff.adjustWallet('1001', wallet, balance);
  await expect(page.getByRole('heading', { level: 2, name: 'Pesanan berhasil' })).toBeVisible();
  await publishShop(request, program);
});
