import { newDestination, newReference } from './support/client-api.ts';
import { expect, test } from './support/journey.ts';
import { inEveryVariant } from './support/language.ts';
import { expectGoodLook } from './support/look.ts';
import { expectSuccess } from './support/notices.ts';
import { ordersOf, signIn } from './support/sign-in.ts';

const textsIn = {
  en: {
    requests: 'Requests',
    search: 'Search a reference or request id',
    none: 'No request found',
    masked: /destinationNo.{4}0812••••/u,
    copy: 'Copy as curl',
    copied: 'Command copied, without the key',
    order: 'Order',
    ofOrder: 'Requests of its program',
  },
  id: {
    requests: 'Permintaan',
    search: 'Cari referensi atau id permintaan',
    none: 'Permintaan tidak ditemukan',
    masked: /destinationNo.{4}0812••••/u,
    copy: 'Salin sebagai curl',
    copied: 'Perintah disalin, tanpa kunci',
    order: 'Order',
    ofOrder: 'Permintaan programnya',
  },
};

inEveryVariant(({ language }) => {
  const texts = textsIn[language];

  test('a request is found by its reference, and leads to its order and back', async ({ page, clientApi }) => {
    const reference = newReference();
    await clientApi.placeOrder(newDestination('0'), reference);
    await expect.poll(() => clientApi.statusOf(reference), { timeout: 30_000 }).toBe('success');

    await signIn(page, undefined, 'profile/developers');
    await page.getByRole('link', { name: texts.requests, exact: true }).click();
    const search = page.getByRole('searchbox', { name: texts.search });
    const row = page.getByRole('button', { name: /^POST \/h2h\/v1\/orders / });
    await expect(row.first()).toBeVisible();
    await expectGoodLook(page, `request-log-${language}`);
    await search.fill('NO-SUCH-REFERENCE');
    await expect(page.getByRole('heading', { name: texts.none })).toBeVisible();
    await search.fill(reference);
    await expect(row).toHaveCount(1);
    await row.click();
    await expect(page.getByText(texts.masked).first()).toBeVisible();
    await expect(page.getByText(/"status": "pending"/u)).toBeVisible();
    await expectGoodLook(page, `request-log-open-${language}`);

    await page.getByRole('button', { name: texts.copy }).click();
    await expectSuccess(page, texts.copied);
    const command = await page.evaluate(() => navigator.clipboard.readText());
    expect(command).toContain(`"clientRef":"${reference}"`);
    expect(command).not.toContain('lk_');

    await page.getByRole('link', { name: texts.order, exact: true }).click();
    await expect(page).toHaveURL(/\/external\/orders\?query=/u);
    const ofOrder = page.getByRole('link', { name: texts.ofOrder });
    // The address changes before the page does, and the page before has rows, too.
    await ordersOf(page).locator('[data-row]').first().click();
    await ofOrder.click();
    await expect(page).toHaveURL(new RegExp(`/developers/requests\\?query=${reference}&day=`, 'u'));
    await expect(row).toHaveCount(1);
  });
});
