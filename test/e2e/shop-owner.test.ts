import type { APIRequestContext } from '@playwright/test';

import { newDestination } from './support/client-api.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import type { Program } from './support/program.ts';
import { rememberSecret } from './support/secrets.ts';
import { password } from './support/sign-in.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'id-ID' });

const wallet = 'level_1';

/** The owner publishes the shop again. */
async function publish(request: APIRequestContext, program: Program): Promise<void> {
  const at = (path: string) => new URL(path, program.dashboard).href;
  const signIn = await request.post(at('/v1/auth'), { data: { clientId: 1001, username: 'root', password } });
  const { token }: { token: string } = await signIn.json();
  rememberSecret(token);
  const headers = { Authorization: `Bearer ${token}` };
  const config: { id: string } = await (await request.get(at('/v1/webapp/config'), { headers })).json();
  const data = { id: config.id, isPublished: true };
  expect((await request.patch(at('/v1/webapp/config/publication'), { headers, data })).ok()).toBe(true);
}

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
  await publish(request, program);
});
