import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { Calendar } from './support/calendar.ts';
import { day } from './support/days.ts';
import { exportMail, exportSent } from './support/exports.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook, expectNoSidewaysScroll } from './support/look.ts';
import { artefacts } from './support/places.ts';
import { signIn, users } from './support/sign-in.ts';
import { inEveryVariant } from './support/language.ts';
import { expectPicture } from './support/pictures.ts';

const textsIn = {
  en: {
    title: 'Export Order',
    export: 'Export',
    missing: 'Please select the date range',
    tooLong: 'Maximum date range is 31 days',
    wallet: 'Wallet Type',
    allWallets: 'All Wallet Types',
    list: 'Exports',
    running: 'An export is running; the next one can start when it has ended.',
    counting: 'Counting orders…',
    progress: /^100 of 340 orders$/u,
    failed: 'Failed',
    again: 'Start it again',
    done: 'Done',
    download: 'Download',
  },
  id: {
    title: 'Ekspor Order',
    export: 'Ekspor',
    missing: 'Silakan pilih rentang tanggal',
    tooLong: 'Rentang tanggal maksimal 31 hari',
    wallet: 'Jenis Dompet',
    allWallets: 'Semua Jenis Dompet',
    list: 'Ekspor',
    running: 'Ekspor sedang berjalan; yang berikutnya dapat dimulai setelah selesai.',
    counting: 'Menghitung order…',
    progress: /^100 dari 340 order$/u,
    failed: 'Gagal',
    again: 'Mulai lagi',
    done: 'Selesai',
    download: 'Unduh',
  },
};
const columns = 'Order ID,';
/** How long a file may take (docs/product/deposits.md#exports), in milliseconds. */
const timeLimit = 240_000;

inEveryVariant(({ language }) => {
  const texts = textsIn[language];
  const listOf = (page: Page) => page.getByRole('region', { name: texts.list, exact: true });
  const button = (page: Page) => page.locator('main').getByRole('button', { name: texts.export, exact: true });

  test('a month of orders goes to the finance e-mail, as CSV and as XLSX @core', async ({ page, mailbox, request }) => {
    await signIn(page, users.root, 'orders/export');
    await expect(page.getByRole('heading', { name: texts.title })).toBeVisible();
    await button(page).click();
    await expect(page.getByText(texts.missing)).toBeVisible();
    await expectGoodLook(page, `export-missing-${language}`);

    const calendar = new Calendar(page, language);
    await calendar.open();
    await expect(calendar.days.getByText(texts.tooLong)).toBeVisible();
    const tomorrow = calendar.shown(1);
    if (await tomorrow.count()) await expect(tomorrow).toBeDisabled();
    await (await calendar.cell(0)).click();
    await expect(await calendar.cell(-32)).toBeDisabled();
    await expectGoodLook(page, `export-calendar-${language}`);
    await (await calendar.cell(-31)).click();
    const wallet = page.getByLabel(texts.wallet);
    await expect(wallet.getByRole('option').first()).toHaveText(texts.allWallets);
    await wallet.selectOption('level_1');
    await button(page).click();
    await expect(page.getByRole('status').filter({ hasText: exportSent[language] })).toBeVisible();
    await expect(listOf(page).getByText(texts.done).first()).toBeVisible();
    await expectGoodLook(page, `export-done-${language}`);

    const text = await downloaded(page, `${texts.download} CSV`);
    const lines = text.toString('utf8').trimEnd().split('\r\n');
    expect(lines[0]).toMatch(new RegExp(`^\uFEFF?${columns}`, 'u'));
    expect(lines.length).toBeGreaterThan(100);
    expect(lines.slice(1).every((line) => line.includes(',Level 1,'))).toBe(true);
    const book = await downloaded(page, `${texts.download} XLSX`);
    expect(book.subarray(0, 2).toString()).toBe('PK');

    const mail = await mailbox.next(exportMail.to, exportMail.subject);
    expect(mail.text).toContain(`${day(-31)} – ${day(0)}`);
    const links = mail.text.match(/https?:\/\/\S+\.(?:csv|xlsx)\S*/gu) ?? [];
    expect(links).toHaveLength(2);
    // Long links wrap at the edge of the screen.
    const letter = await page.context().newPage();
    await letter.setContent(mail.html);
    await expectNoSidewaysScroll(letter);
    await letter.close();
    // The link works without a session.
    const bodies = await Promise.all(links.map(async (link) => (await request.get(link)).body()));
    expect(new Set(bodies.map((body) => body.length))).toEqual(new Set([text.length, book.length]));
  });

  test('a long one shows how far it is, and one that failed what to do @once', async ({ page }) => {
    let state = { status: 'running', rowsTotal: 0, rowsDone: 0 };
    const createdAt = new Date().toISOString();
    await page.route('**/v1/orders/exports', (route) => {
      const one = {
        id: 'a',
        dateStart: day(-3),
        dateEnd: day(-1),
        depositType: '',
        query: '',
        scheduledOrderId: '',
        filterType: '',
        paymentType: '',
        hour: '',
        createdAt,
      };
      return route.fulfill({ json: [{ ...one, ...state, csv: null, xlsx: null, finishedAt: null, expiresAt: null }] });
    });
    await signIn(page, users.root, 'orders/export');
    await expect(listOf(page).getByText(texts.counting)).toBeVisible();
    state = { status: 'running', rowsTotal: 340, rowsDone: 100 };
    await expect(listOf(page).getByText(texts.progress)).toBeVisible();
    await expect(listOf(page).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
    await expect(page.getByText(texts.running)).toBeVisible();
    await expectPicture(page, 'export-running');

    state.status = 'failed';
    await expect(listOf(page).getByText(texts.failed, { exact: true })).toBeVisible();
    await expect(listOf(page).getByText(texts.again)).toBeVisible();
    await expect(page.getByText(texts.running)).toBeHidden();
    await expect(button(page)).toBeEnabled();
    await expectGoodLook(page, `export-failed-${language}`);
  });
});

test('waits for 240 seconds, no longer, and gives the form back', async ({ page }) => {
  await page.addInitScript((limit) => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    // Only this wait is shortened.
    AbortSignal.timeout = (wait) => timeout(wait === limit ? 500 : wait);
  }, timeLimit);
  await page.route('**/v1/orders/export', () => undefined);
  await signIn(page, users.root, 'orders/export');
  await new Calendar(page, 'en').pick(-1, 0);
  const start = page.locator('main').getByRole('button', { name: 'Export', exact: true });
  await start.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(start).toBeEnabled();
  await expect(page.getByRole('button', { name: /^Date range: \d/u })).toBeVisible();
  await expectGoodLook(page, 'export-timeout');
});

/** Downloads the newest file of a name. It is kept in the artefacts for opening in other programs. */
async function downloaded(page: Page, name: string): Promise<Buffer> {
  const coming = page.waitForEvent('download');
  await page
    .getByRole('link', { name })
    .or(page.getByText(name, { exact: true }))
    .first()
    .click();
  const file = await coming;
  const savedFile = `${artefacts}/screens/${file.suggestedFilename()}`;
  await file.saveAs(savedFile);
  return readFile(savedFile);
}
