import { newDestination } from './support/client-api.ts';
import { day } from './support/days.ts';
import { expect, test } from './support/journey.ts';
import { inEveryVariant } from './support/language.ts';
import { expectGoodLook } from './support/look.ts';
import { signIn, users } from './support/sign-in.ts';
import { Topups } from './support/topups.ts';

const textsIn = {
  en: {
    history: 'Wallet history',
    ongoing: 'Ongoing Transaction',
    nothingOngoing: 'You do not have any ongoing transactions at this time',
    closeOngoing: 'Close ongoing transactions',
    operation: 'Operation',
    payment: 'Payment',
    payments: 'Payment',
    done: 'Done',
    export: 'EXPORT DATA',
    confirm: 'Export Data Confirmation',
    sentence: 'This data will be downloaded to your device',
    download: 'Download',
    exported: 'Deposit data has been exported',
    head: 'Created Date (WIB UTC+07:00),Order ID,',
    topUp: 'Top Up',
    startDate: /^Start date/u,
    none: 'No row found',
  },
  id: {
    history: 'Riwayat dompet',
    ongoing: 'Transaksi Berjalan',
    nothingOngoing: 'Anda tidak memiliki transaksi yang sedang berjalan saat ini',
    closeOngoing: 'Tutup transaksi berjalan',
    operation: 'Operasi',
    payment: 'Pembayaran',
    payments: 'Pembayaran',
    done: 'Selesai',
    export: 'EKSPOR DATA',
    confirm: 'Konfirmasi Ekspor Data',
    sentence: 'Data ini akan diunduh ke perangkat Anda',
    download: 'Unduh',
    exported: 'Data deposit telah diekspor',
    head: 'Tanggal Dibuat (WIB UTC+07:00),ID Order,',
    topUp: 'Isi Saldo',
    startDate: /^Tanggal awal/u,
    none: 'Baris tidak ditemukan',
  },
};

inEveryVariant(({ language, phone }) => {
  const texts = textsIn[language];

  test('a payment appears in the history by itself, which is filtered, exported and searched @core', async ({
    page,
    clientApi,
    request,
  }) => {
    await (await Topups.open(request)).cancelOpen();
    await signIn(page, users.root, 'deposit');
    const rows = page.getByRole('region', { name: texts.history }).locator('[data-row]');
    await expect(rows).toHaveCount(10);
    await expectGoodLook(page, `deposit-${language}`);

    await page.getByRole('button', { name: texts.ongoing }).click();
    await expect(page.getByText(texts.nothingOngoing)).toBeVisible();
    await expectGoodLook(page, `deposit-ongoing-${language}`);
    await page.getByRole('button', { name: texts.closeOngoing }).click();

    const order = await clientApi.placeOrder(newDestination('0'));
    await expect(rows.first()).toContainText(/[-−–]\s?Rp\s?10\.250/u);

    // Filters stay in the address, and the whole period makes the export possible.
    await page.goto(
      `deposit?depositType=level_1&action=payment&dateStart=${day(-1)}&timeStart=00:00&dateEnd=${day()}&timeEnd=23:59`,
    );
    await expect(rows.first()).toContainText(texts.payment);
    if (phone) {
      await page
        .getByRole('button', { name: /^Filter/u })
        .first()
        .tap();
    }
    await expect(page.getByLabel(texts.operation)).toHaveValue('payment');
    // Hours and minutes can be read.
    const parts = page.getByRole('spinbutton');
    await expect(parts).toHaveCount(4);
    for (const part of await parts.all()) expect(await part.evaluate(figuresWidth)).toBeGreaterThan(leastFigures);
    await page.getByRole('button', { name: texts.startDate }).first().click();
    await expectGoodLook(page, `deposit-calendar-${language}`);
    await page.keyboard.press('Escape');
    if (phone) await page.getByRole('button', { name: texts.done, exact: true }).tap();
    await page.getByRole('button', { name: texts.export }).click();
    const dialog = page.getByRole('dialog', { name: texts.confirm });
    await expect(dialog.getByText(texts.sentence)).toBeVisible();
    await expectGoodLook(page, `deposit-export-${language}`);
    const coming = page.waitForEvent('download');
    await dialog.getByRole('button', { name: texts.download }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toMatch(/^\[Export Deposit\] \d{17}\.csv$/u);
    await expect(page.getByText(texts.exported)).toBeVisible();
    const file = await download.createReadStream();
    let content = '';
    for await (const part of file) content += String(part);
    const [head, ...lines] = content
      .replace(/^\uFEFF/u, '')
      .trimEnd()
      .split('\r\n');
    expect(head).toContain(texts.head);
    expect(lines.length).toBeGreaterThan(100);
    expect(lines.every((line) => line.endsWith(`,${texts.payments}`))).toBe(true);

    await page.goto('deposit?depositType=level_1');
    await page.getByRole('searchbox').fill(order.orderId);
    await expect(rows).toHaveCount(1);
    await page.getByRole('searchbox').fill('12345');
    await expect(page.getByRole('heading', { name: texts.none })).toBeVisible();
  });
});

/** The width of two figures, in pixels. */
const leastFigures = 14;

function figuresWidth(part: Element): number {
  const field = part.closest('[class*="fieldsRoot"], [class*="Input-input"]') ?? part;
  return (
    Math.min(part.getBoundingClientRect().right, field.getBoundingClientRect().right) -
    part.getBoundingClientRect().left
  );
}
