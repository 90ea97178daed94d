import { expect, test } from './support/journey.ts';
import { newReference } from './support/client-api.ts';
import { inEveryVariant } from './support/language.ts';
import { expectGoodLook } from './support/look.ts';
import { expectSuccess } from './support/notices.ts';
import { rememberSecret } from './support/secrets.ts';
import { signIn, users } from './support/sign-in.ts';

const textsIn = {
  en: {
    make: 'Make a test key',
    newKey: 'New test key',
    key: 'Test key',
    copy: 'Copy',
    open: 'Open the console',
    body: 'Body (application/json)',
    send: 'Send',
    show: 'Show the sandbox on all pages',
    banner: 'Sandbox: nothing here is real',
    endAs: (reference: string) => `End ${reference} as Failed`,
    ended: (reference: string) => `${reference} has ended`,
    setLimit: 'Set the limit',
    limitSet: 'The limit has been saved',
    move: 'Move the clock',
    moved: 'The clock has moved',
    leave: 'Leave the sandbox',
    nothing: 'No order found',
  },
  id: {
    make: 'Buat kunci uji',
    newKey: 'Kunci uji baru',
    key: 'Kunci uji',
    copy: 'Salin',
    open: 'Buka konsol',
    body: 'Isi (application/json)',
    send: 'Kirim',
    show: 'Tampilkan sandbox di semua halaman',
    banner: 'Sandbox: tidak ada yang nyata di sini',
    endAs: (reference: string) => `Akhiri ${reference} sebagai Gagal`,
    ended: (reference: string) => `${reference} telah berakhir`,
    setLimit: 'Tetapkan limit',
    limitSet: 'Limit telah disimpan',
    move: 'Majukan jam',
    moved: 'Jam telah dimajukan',
    leave: 'Keluar dari sandbox',
    nothing: 'Order tidak ditemukan',
  },
};

inEveryVariant(({ language }) => {
  const texts = textsIn[language];

  test('a developer opens the sandbox, tries a call, sees its order on all pages, ends it, and leaves', async ({
    page,
  }) => {
    const reference = newReference();
    // A sandbox has two keys, and the demo has made one of client 1001.
    await signIn(page, language === 'en' ? users.root : users.small, 'profile/developers/sandbox');
    await page.getByRole('button', { name: texts.make }).click();
    const question = page.getByRole('dialog', { name: texts.make });
    await question.getByRole('button', { name: texts.make }).click();
    const shown = page.getByRole('dialog', { name: texts.newKey });
    const testKey = await shown.getByRole('textbox').inputValue();
    expect(testKey).toMatch(/^lk_test_/u);
    rememberSecret(testKey);
    await shown.getByRole('button', { name: texts.copy }).click();
    await shown.getByRole('button', { name: 'OK', exact: true }).click();
    await expect(shown).toBeHidden();

    await page.getByRole('button', { name: texts.open }).click();
    await expect(page.getByRole('textbox', { name: texts.key, exact: true })).toHaveValue(testKey);
    const order = { productCode: 'TSEL10', destinationNo: '081234563000', clientRef: reference };
    await page.getByRole('textbox', { name: texts.body }).fill(JSON.stringify(order));
    await page.getByRole('button', { name: texts.send, exact: true }).click();
    await expect(page.getByText(/"test": true/u)).toBeVisible();
    await expect(page.getByRole('button', { name: texts.endAs(reference) })).toBeVisible();
    await expectGoodLook(page, `sandbox-${language}`);

    await page.getByRole('switch', { name: texts.show }).click();
    await expect(page.getByText(texts.banner)).toBeVisible();
    await page.goto('orders');
    await expect(page.getByText(texts.banner)).toBeVisible();
    await expect(page.locator('main [data-row]').first()).toBeVisible();
    await expectGoodLook(page, `sandbox-orders-${language}`);
    await page.goto('deposit');
    await expect(page.locator('main [data-row]').first()).toBeVisible();
    await expectGoodLook(page, `sandbox-deposit-${language}`);

    await page.goto('profile/developers/sandbox');
    await page.getByRole('button', { name: texts.endAs(reference) }).click();
    await expectSuccess(page, texts.ended(reference));
    await page.getByRole('button', { name: texts.setLimit }).click();
    await expectSuccess(page, texts.limitSet);
    await page.getByRole('button', { name: texts.move }).click();
    await expectSuccess(page, texts.moved);
    await page.getByRole('button', { name: texts.leave }).first().click();
    await expect(page.getByText(texts.banner)).toBeHidden();
    await page.goto(`orders?query=!${reference}`);
    await expect(page.getByRole('heading', { name: texts.nothing })).toBeVisible();
  });
});
