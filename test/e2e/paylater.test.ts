import { newDestination, newReference } from './support/client-api.ts';
import { expect, test } from './support/journey.ts';
import { inEveryVariant } from './support/language.ts';
import { expectGoodLook } from './support/look.ts';
import { signIn, users } from './support/sign-in.ts';

const words = {
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
    adjusted: 'Limit has been adjusted',
  },
  id: {
    active: 'Settlement Anda sudah aktif.',
    settlement: 'Settlement',
    used: 'Limit terpakai',
    ongoing: 'Berjalan',
    eventsOf: /^Peristiwa \d/u,
    events: 'Peristiwa',
    topUp: 'Tambah Limit',
    amount: 'Jumlah yang Diminta',
    submit: 'Kirim',
    zero: 'Limit tidak boleh nol',
    adjusted: 'Limit telah disesuaikan',
  },
};

inEveryVariant(({ language }) => {
  const texts = words[language];

  test('an order paid later uses the limit on the open page, which the client raises @core', async ({
    page,
    clientApi,
  }) => {
    await signIn(page, users.root, 'invoice');
    await expect(page.getByText(texts.active)).toBeVisible();
    await expectGoodLook(page, `invoice-${language}`);
    await page.getByRole('main').getByRole('link', { name: texts.settlement }).click();

    const used = page.getByRole('meter', { name: texts.used });
    const before = Number(await used.getAttribute('aria-valuenow'));
    await clientApi.place(newDestination('0'), newReference(), 'TSEL10', 'settlement');
    await expect(used).toHaveAttribute('aria-valuenow', String(before + price));
    await expect(page.getByText(texts.ongoing)).toBeVisible();
    await expectGoodLook(page, `settlement-${language}`);

    await page.getByRole('button', { name: texts.topUp }).click();
    await page.getByRole('button', { name: texts.submit }).click();
    await expect(page.getByText(texts.zero)).toBeVisible();
    await expectGoodLook(page, `settlement-top-up-${language}`);
    await page.getByLabel(texts.amount).fill('1000000');
    await page.getByRole('button', { name: texts.submit }).click();
    await expect(page.getByText(texts.adjusted)).toBeVisible();

    await page.getByRole('link', { name: texts.eventsOf }).first().click();
    const rows = page.getByRole('region', { name: texts.events }).locator('[data-row]');
    await expect(rows.first()).toContainText(/\+Rp\s?1\.000\.000/u);
    await expect(rows.nth(1)).toContainText(/[-−–]Rp\s?10\.250/u);
    await expectGoodLook(page, `settlement-events-${language}`);
  });
});

/** The price of the product that is ordered. */
const price = 10_250;
