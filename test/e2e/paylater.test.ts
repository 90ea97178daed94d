import { longDay } from './support/calendar.ts';
import { newDestination, newReference } from './support/client-api.ts';
import { expect, test } from './support/journey.ts';
import { inEveryVariant } from './support/language.ts';
import { expectGoodLook } from './support/look.ts';
import { signIn, users } from './support/sign-in.ts';
import { endPeriod } from './support/sqlite.ts';

const textsIn = {
  en: {
    active: 'Your settlement is now active.',
    settlement: 'Settlement',
    used: 'Limit used',
    ongoing: 'Ongoing',
    eventsOf: /^Event of/u,
    events: 'Events',
    topUp: 'Top Up Limit',
    amount: 'Requested Amount',
    submit: 'Submit',
    zero: 'Limit cannot be zero',
    raise: 'Yes, Raise',
    adjusted: 'Limit has been adjusted',
    detailOf: /^Invoice detail /u,
    transferDate: /^Transfer Date:/u,
    confirm: 'Confirm Payment',
    confirmed: 'Invoice has been confirmed!',
    unpaid: 'Unpaid',
    pending: 'Pending confirmation',
    paid: 'Paid',
    notRegistered: 'You does`nt registered for this feature',
    nextInvoice: 'with the next invoice',
  },
  id: {
    active: 'Settlement Anda sudah aktif.',
    settlement: 'Settlement',
    used: 'Limit terpakai',
    ongoing: 'Berjalan',
    eventsOf: /^Mutasi \d/u,
    events: 'Mutasi',
    topUp: 'Tambah Limit',
    amount: 'Nominal yang Diminta',
    submit: 'Kirim',
    zero: 'Limit tidak boleh nol',
    raise: 'Ya, Tambah',
    adjusted: 'Limit telah disesuaikan',
    detailOf: /^Detail tagihan /u,
    transferDate: /^Tanggal Transfer:/u,
    confirm: 'Konfirmasi Pembayaran',
    confirmed: 'Tagihan telah dikonfirmasi!',
    unpaid: 'Belum dibayar',
    pending: 'Menunggu konfirmasi',
    paid: 'Dibayar',
    notRegistered: 'Anda belum terdaftar untuk fitur ini',
    nextInvoice: 'pada tagihan berikutnya',
  },
};

inEveryVariant(({ language }) => {
  const texts = textsIn[language];

  test('an order paid later uses the limit on the open page, which the client raises; its invoice is paid @core @sqlite', async ({
    page,
    clientApi,
    engine,
    program,
    staff,
  }) => {
    await signIn(page, users.root, 'invoice');
    await expect(page.getByText(texts.active)).toBeVisible();
    await expectGoodLook(page, `invoice-${language}`);
    await page.getByRole('main').getByRole('link', { name: texts.settlement }).click();

    const used = page.getByRole('meter', { name: texts.used });
    const before = Number(await used.getAttribute('aria-valuenow'));
    await clientApi.placeOrder(newDestination('0'), newReference(), 'TSEL10', 'settlement');
    await expect(used).toHaveAttribute('aria-valuenow', String(before + price));
    await expect(page.getByText(texts.ongoing)).toBeVisible();
    await expectGoodLook(page, `settlement-${language}`);

    await page.getByRole('button', { name: texts.topUp }).click();
    await page.getByRole('button', { name: texts.submit }).click();
    await expect(page.getByText(texts.zero)).toBeVisible();
    await expectGoodLook(page, `settlement-top-up-${language}`);
    await page.getByLabel(texts.amount).fill('1000000');
    await page.getByRole('button', { name: texts.submit }).click();
    await expectGoodLook(page, `settlement-raise-${language}`);
    await page.getByRole('button', { name: texts.raise }).click();
    await expect(page.getByText(texts.adjusted)).toBeVisible();

    await page.getByRole('link', { name: texts.eventsOf }).first().click();
    const rows = page.getByRole('region', { name: texts.events }).locator('[data-row]');
    await expect(rows.first()).toContainText(/\+Rp\s?1\.000\.000/u);
    await expect(rows.nth(1)).toContainText(/[-−–]Rp\s?10\.250/u);
    await expectGoodLook(page, `settlement-events-${language}`);
    // The period ends by a statement for SQLite.
    if (engine !== 'sqlite') return;

    await page.goto('invoice');
    const newest = page.getByRole('link', { name: texts.detailOf }).first();
    const last = (await newest.getAttribute('aria-label')) ?? '';
    await endPeriod(program, users.root.clientId);
    await expect(newest).not.toHaveAttribute('aria-label', last);
    const number = ((await newest.getAttribute('aria-label')) ?? '').replace(texts.detailOf, '');
    const state = page.locator('[data-row]', { hasText: number });
    await expect(state).toContainText(texts.unpaid);

    await newest.click();
    const dialog = page.getByRole('dialog').first();
    await dialog.getByRole('button', { name: texts.transferDate }).click();
    await page.locator(`[aria-label="${longDay(0, language)}"]`).click();
    await dialog.locator('input[type=file]').setInputFiles(proof);
    await dialog.getByRole('button', { name: texts.confirm }).click();
    await expect(page.getByText(texts.confirmed)).toBeVisible();
    await expect(state).toContainText(texts.pending);
    // On SQLite open pages don't learn what another process changes.
    await staff.markPaid(number);
    await staff.credit(number, correction);
    await page.reload();
    await expect(state).toContainText(texts.paid);
    await newest.click();
    await expect(dialog).toContainText(texts.nextInvoice);
    await expectGoodLook(page, `invoice-credited-${language}`);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(newest).toBeFocused();

    await page.getByRole('main').getByRole('link', { name: texts.settlement }).click();
    // The invoice was about earlier orders of the period too.
    await expect.poll(async () => Number(await used.getAttribute('aria-valuenow'))).toBeLessThanOrEqual(before);
  });

  test('while the deployment has no pay later, its page turns users away @once', async ({ page }) => {
    // The setting is in the page's data.
    await page.route(
      (url) => url.pathname.startsWith('/external/') && !url.pathname.includes('/assets/'),
      async (route) => {
        if (!route.request().isNavigationRequest()) return route.continue();
        const response = await route.fetch();
        const body = (await response.text()).replace('"settlement":true', '"settlement":false');
        return route.fulfill({ response, body });
      },
    );
    await signIn(page, users.root, 'settlement');
    await expect(page.getByText(texts.notRegistered)).toBeVisible();
    await expect(page).toHaveURL(/\/external\/orders/u);
    await page.goto('invoice');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(texts.active)).toBeHidden();
    await expectGoodLook(page, `invoice-without-pay-later-${language}`);
  });
});

/** The price of the product that is ordered. */
const price = 10_250;

/** What is credited of the invoice after its payment. */
const correction = 250;

/** A file that is taken for a proof of payment. */
const proof = { name: 'transfer.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };
