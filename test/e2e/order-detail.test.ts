import type { Locator, Page } from '@playwright/test';

import { newDestination } from './support/client-api.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { ordersOf, signIn, users } from './support/sign-in.ts';
import { Suppliers } from './support/supplier.ts';
import { inEveryVariant } from './support/language.ts';
import { expectPicture } from './support/pictures.ts';

const textsIn = {
  en: {
    detail: 'Order Detail',
    close: 'Close order',
    receipt: 'Download Receipt',
    successOnly: 'A receipt exists for success orders only',
    copySerial: 'Copy serial number',
    placed: ['Order created', 'By API key ending 1001'],
    charged: ['Wallet charged', /^−Rp\.10\.250 · balance after Rp\.[\d.]+$/u],
    sent: ['Sent to supplier', 'Attempt 1'],
    accepted: ['Accepted by the supplier'],
    waiting: ['Waiting for the result', /^Next check at \d{2}:\d{2}:\d{2} WIB$/u],
    succeeded: ['Success'],
    failed: ['Failed', 'The transaction failed'],
    refunded: ['Refunded to Level 1', /^\+Rp\.10\.250 · balance after Rp\.[\d.]+$/u],
    up: 'Order above',
    down: 'Order below',
    missing: 'There is no such order',
  },
  id: {
    detail: 'Detail Order',
    close: 'Tutup order',
    receipt: 'Unduh Struk',
    successOnly: 'Struk hanya ada untuk order yang berhasil',
    copySerial: 'Salin nomor seri',
    placed: ['Order dibuat', 'Lewat kunci API berakhiran 1001'],
    charged: ['Dompet didebit', /^−Rp\.10\.250 · saldo akhir Rp\.[\d.]+$/u],
    sent: ['Dikirim ke pemasok', 'Percobaan 1'],
    accepted: ['Diterima pemasok'],
    waiting: ['Menunggu hasil', /^Diperiksa lagi pukul \d{2}:\d{2}:\d{2} WIB$/u],
    succeeded: ['Berhasil'],
    failed: ['Gagal', 'Transaksi gagal'],
    refunded: ['Dikembalikan ke Level 1', /^\+Rp\.10\.250 · saldo akhir Rp\.[\d.]+$/u],
    up: 'Order di atas',
    down: 'Order di bawah',
    missing: 'Order tidak ada',
  },
};

inEveryVariant(({ language, phone }) => {
  const texts = textsIn[language];
  const detailOf = (page: Page) => page.getByRole('dialog', { name: texts.detail });

  test('a success, a failure and an unknown order tell what became of them', async ({ page, clientApi, quiet }) => {
    quiet.expectStatus(404);
    const { orderId, clientRef } = await clientApi.placeOrder(newDestination('0'));
    await expect.poll(() => clientApi.statusOf(clientRef)).toBe('success');
    await signIn(page, users.root, `orders?query=%23${orderId}`);
    await expect(ordersOf(page)).toContainText(phone ? '10.250' : clientRef);
    await ordersOf(page).locator(`[data-returns="order-${orderId}"]`).click();
    await expect(page).toHaveURL((url) => url.searchParams.get('order') === orderId);
    const detail = detailOf(page);
    await expectSide(page, detail, phone, 'right');
    await expectSteps(detail, [texts.succeeded, texts.sent, texts.charged, texts.placed]);
    await expect(detail.getByText(clientRef)).toBeVisible();
    await detail.getByRole('button', { name: texts.copySerial }).click();
    const serial = await page.evaluate(() => navigator.clipboard.readText());
    expect(serial).toMatch(/^\d{16}$/u);
    await expect(detail).toContainText(serial);
    for (const name of Suppliers.names) await expect(detail).not.toContainText(name);
    await expect(detail).not.toContainText(/digiflazz/iu);
    await expectPicture(page, 'order-detail-success');

    // Its URL opens it again, after a reload and for another visitor.
    await page.reload();
    await expectSteps(detail, [texts.succeeded, texts.sent, texts.charged, texts.placed]);
    await page.keyboard.press('Escape');
    await expect(detail).toBeHidden();
    await expect(page).not.toHaveURL(/order=/u);

    // A failed order shows its reason and its refund.
    const failed = await clientApi.placeOrder(newDestination('2'));
    await page.goto(`orders?query=%23${failed.orderId}&order=${failed.orderId}`);
    await expectSteps(detail, [texts.refunded, texts.failed, texts.sent, texts.charged, texts.placed]);
    await expect(detail.getByRole('button', { name: texts.receipt })).toHaveCount(0);
    await expect(detail.getByText(texts.successOnly)).toBeVisible();
    await expectGoodLook(page, `order-detail-refunded-${language}`);

    await page.goto('orders?order=2001010000000000000');
    await expect(detail.getByRole('heading', { name: texts.missing })).toBeVisible();
    await expectGoodLook(page, `order-detail-missing-${language}`);
  });

  test('a pending one says when it is looked at next', async ({ page, request, program, clientApi }) => {
    const suppliers = new Suppliers(request, program);
    await suppliers.turn({ callbackAfter: '90s' });
    try {
      const { orderId } = await clientApi.placeOrder(newDestination('3'));
      await signIn(page, users.root, `orders?query=%23${orderId}&order=${orderId}`);
      const detail = detailOf(page);
      await expectSteps(detail, [texts.waiting, texts.accepted, texts.sent, texts.charged, texts.placed]);
      await expectGoodLook(page, `order-detail-pending-${language}`);
    } finally {
      await suppliers.reset();
    }
  });
});

test('steps through the list without closing', async ({ page, clientApi }) => {
  const destination = newDestination('0');
  await clientApi.placeMany(11, destination);
  await signIn(page, users.root, `orders?query=%24${destination}`);
  const links = ordersOf(page).locator('[data-returns^="order-"]');
  await expect(links).toHaveCount(10);
  await expect(ordersOf(page).getByRole('row').filter({ hasText: 'Success' })).toHaveCount(10);
  // The sums follow the rows some seconds later.
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('Success11');
  await expectPicture(page, 'orders');
  const ids = await links.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-returns')?.slice(6)));
  await links.first().click();
  const detail = page.getByRole('dialog', { name: textsIn.en.detail });
  await expect(detail.getByRole('button', { name: textsIn.en.up })).toHaveAttribute('aria-disabled', 'true');
  const down = detail.getByRole('button', { name: textsIn.en.down });
  await down.click();
  await expect(page).toHaveURL(new RegExp(`order=${ids[1]}`, 'u'));
  for (const id of ids.slice(2)) {
    await down.click();
    await expect(page).toHaveURL(new RegExp(`order=${id}`, 'u'));
  }
  // After the last row of a page it continues on the next page.
  await down.click();
  await expect(page).toHaveURL(/page=2/u);
  await expect(down).toHaveAttribute('aria-disabled', 'true');
  await detail.getByRole('button', { name: textsIn.en.close }).click();
  await expect(detail).toBeHidden();
  await expect(links).toHaveCount(1);
  await expect(links).toBeFocused();
});

test('an open pending order turns to success by itself', async ({ page, request, program, clientApi }) => {
  const suppliers = new Suppliers(request, program);
  await suppliers.turn({ callbackAfter: '60s' });
  try {
    // The page has its files by then, so that the order is still pending when it opens.
    await signIn(page);
    const destination = newDestination('3');
    const { orderId } = await clientApi.placeOrder(destination);
    await page.goto(`orders?query=%23${orderId}&order=${orderId}`);
    const steps = page.getByRole('dialog', { name: textsIn.en.detail }).getByRole('listitem');
    await expect(steps.first()).toContainText('Waiting for the result');
    await suppliers.endPending(destination);
    await expect(steps.first()).toContainText('Success');
    await expect(steps.filter({ hasText: 'Waiting for the result' })).toHaveCount(0);
  } finally {
    await suppliers.reset();
  }
});

/** Expects the steps of the timeline, newest first: the texts of each, and a time except for future steps. */
async function expectSteps(detail: Locator, steps: readonly (readonly (string | RegExp)[])[]): Promise<void> {
  const entries = detail.getByRole('listitem');
  await expect(entries).toHaveCount(steps.length);
  for (const [index, [title = '', cause]] of steps.entries()) {
    const entry = entries.nth(index);
    await expect(entry.getByText(title, { exact: true })).toBeVisible();
    if (cause !== undefined) await expect(entry.getByText(cause).first()).toBeVisible();
  }
  const times = await detail.locator('li time').allInnerTexts();
  expect(times.length).toBeGreaterThanOrEqual(steps.length - 1);
  for (const time of times) expect(time).toMatch(/^\d{2}:\d{2}:\d{2}$/u);
}

/** Expects a drawer of full height at its side of the window, or over the whole screen of a phone. */
async function expectSide(page: Page, drawer: Locator, phone: boolean, side: 'left' | 'right'): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  await expect
    .poll(async () => {
      const box = await drawer.boundingBox();
      return box && [Math.round(box.x), Math.round(box.x + box.width)];
    })
    .toEqual(phone ? [0, width] : side === 'left' ? [0, 480] : [width - 480, width]);
}
