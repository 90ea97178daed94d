import type { Page } from '@playwright/test';

import { newDestination } from './support/client-api.ts';
import { expect, test } from './support/journey.ts';
import { indonesianPhone } from './support/language.ts';
import { expectGoodLook } from './support/look.ts';
import { rememberSecret } from './support/secrets.ts';
import { signIn, storedToken, users } from './support/sign-in.ts';

test.use(indonesianPhone);

test('scheduled orders on a phone: one runs before the eyes, another one is cancelled', async ({ page, quiet }) => {
  // The wrong PIN.
  quiet.expectStatus(401);
  await signIn(page, users.root, 'bill-payment/order-history');
  const list = page.getByRole('region', { name: 'Order terjadwal' });
  await expect(list.getByRole('link', { name: /^Detail /u }).first()).toBeVisible();

  // Orders of others arrive on the open page.
  // Moments are in steps of 5 minutes.
  const step = 5 * 60 * 1000;
  const later = new Date(Math.ceil(Date.now() / step) * step + 48 * 3600 * 1000).toISOString();
  await create(page, { name: 'Pulsa kasir', destinationNos: numbers(12, '1'), scheduledAt: later });
  await expect(list.getByText('Pulsa kasir')).toBeVisible();
  await create(page, {
    name: 'Pulsa gudang',
    destinationNos: [...numbers(10, '1'), ...numbers(1, '3'), ...numbers(1, '2')],
  });
  await expect(list.getByText('Pulsa gudang')).toBeVisible();
  await expectGoodLook(page, 'scheduled-orders');

  await list.getByRole('link', { name: 'Detail Pulsa gudang' }).click();
  const ran = page.getByRole('dialog', { name: 'Pulsa gudang' });
  await expect(ran.getByText('Dibayar', { exact: true })).toBeVisible();
  await expect(ran.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '12');
  await expect(ran.getByRole('listitem').filter({ hasText: 'Gagal 1' })).toBeVisible();
  await page.reload();
  await ran.getByRole('button', { name: 'Baris berikutnya' }).click();
  await expect(ran.getByText('Baris 11–12 dari 12')).toBeVisible();
  await expect(ran.getByText('Dikembalikan')).toBeVisible();
  await ran.getByRole('button', { name: /^Alasan untuk/u }).click();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await expectGoodLook(page, 'scheduled-order-done');

  // The failed line again, with the PIN; each of the two orders leads to the other.
  await ran.getByRole('button', { name: 'Coba lagi 1 baris gagal' }).click();
  const question = page.getByRole('dialog', { name: 'Coba lagi baris' });
  await expect(question.getByText('Rp.10.250')).toBeVisible();
  await expectGoodLook(page, 'scheduled-order-retry');
  rememberSecret(wrongPin);
  await page.keyboard.type(wrongPin);
  await expect(question.getByText('PIN salah')).toBeVisible();
  await page.keyboard.type(pin);
  await expect(question).toBeHidden();
  await expect(ran.getByText('Order ini mencoba lagi baris yang gagal dari order sebelumnya.')).toBeVisible();
  await ran.getByRole('button', { name: 'Buka order itu' }).click();
  await expect(ran.getByText('Baris yang gagal sudah dicoba lagi.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ran).toBeHidden();

  await list.getByRole('link', { name: 'Detail Pulsa kasir' }).click();
  const waiting = page.getByRole('dialog', { name: 'Pulsa kasir' });
  await expectGoodLook(page, 'scheduled-order-waiting');
  await waiting.getByRole('button', { name: 'Hapus Order Ini' }).click();
  const removal = page.getByRole('dialog', { name: 'Hapus order ini?' });
  await expect(removal.getByText(/^12 baris yang belum dikirim/u)).toBeVisible();
  await removal.getByRole('button', { name: 'Hapus Order Ini' }).click();
  const done = page.getByRole('dialog', { name: 'Transaksi Dihapus' });
  await expect(done.getByText('12 baris tidak akan dikirim.')).toBeVisible();
  await expectGoodLook(page, 'scheduled-order-cancelled');
  await done.getByRole('button', { name: 'OK' }).click();
  await expect(waiting.getByText('Dibatalkan', { exact: true }).first()).toBeVisible();
});

function numbers(count: number, ending: string): string[] {
  return Array.from({ length: count }, () => newDestination(ending));
}

const price = 10_250;
const pin = '135790';
const wrongPin = '246801';

/** Creates a scheduled order as another tab of the user would. */
async function create(
  page: Page,
  order: { name: string; destinationNos: string[]; scheduledAt?: string },
): Promise<void> {
  rememberSecret(pin);
  const data = { pin, productCode: 'TSEL10', expectedTotal: price * order.destinationNos.length, ...order };
  const headers = { Authorization: `Bearer ${await storedToken(page)}` };
  const answer = await page.request.post('/v1/scheduled-orders', { data, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
}
