import type { APIRequestContext, Page } from '@playwright/test';

import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { expectSuccess } from './support/notices.ts';
import { rememberSecret } from './support/secrets.ts';
import { signIn } from './support/sign-in.ts';
import { inEveryVariant } from './support/language.ts';
import { expectPicture } from './support/pictures.ts';

const textsIn = {
  en: {
    none: 'No API key yet',
    inUse: (used: number) => `${used} of 2 keys in use`,
    generate: 'Generate New API Key',
    full: '2 of 2 keys in use. Delete one to generate another.',
    shown: 'New API key',
    field: 'API key',
    once: 'This key is shown once. Copy it now and keep it in your secret store.',
    copy: 'Copy',
    copied: 'API Key Copied!',
    remove: 'Delete',
    question: 'Delete this API key?',
    removed: 'API Key has been deleted',
    madeMail: 'An API key was made',
    removedMail: 'An API key was deleted',
  },
  id: {
    none: 'Belum ada kunci API',
    inUse: (used: number) => `${used} dari 2 kunci terpakai`,
    generate: 'Buat Kunci API Baru',
    full: '2 dari 2 kunci terpakai. Hapus satu untuk membuat yang lain.',
    shown: 'Kunci API baru',
    field: 'Kunci API',
    once: 'Kunci ini hanya ditampilkan sekali. Salin sekarang dan simpan di tempat rahasia Anda.',
    copy: 'Salin',
    copied: 'Kunci API disalin!',
    remove: 'Hapus',
    question: 'Hapus kunci API ini?',
    removed: 'Kunci API telah dihapus',
    madeMail: 'Kunci API telah dibuat',
    removedMail: 'Kunci API telah dihapus',
  },
};

const masked = (key: string) => `lk_…${key.slice(-4)}`;

/** Returns the status of a call of the client API with a key. */
async function statusFor(calls: APIRequestContext, key: string): Promise<number> {
  const answer = await calls.get('/h2h/v1/balance', { headers: { Authorization: `Bearer ${key}` } });
  return answer.status();
}

inEveryVariant(({ language }) => {
  const texts = textsIn[language];
  const generateIn = (page: Page) => page.getByRole('button', { name: texts.generate });

  /** Generates a key, copies it and closes the dialog. Returns the key. */
  async function generate(page: Page): Promise<string> {
    await generateIn(page).click();
    await page
      .getByRole('dialog', { name: texts.generate, exact: true })
      .getByRole('button', { name: texts.generate })
      .click();
    const dialog = page.getByRole('dialog', { name: texts.shown, exact: true });
    const ok = dialog.getByRole('button', { name: 'OK', exact: true });
    const field = dialog.getByLabel(texts.field);
    await expect(field).toHaveValue(/^lk_\w{20,}$/u);
    const key = await field.inputValue();
    rememberSecret(key);
    await expect(field).not.toBeEditable();
    await expect(dialog.getByText(texts.once)).toBeVisible();
    await expect(ok).toBeDisabled();
    // Nothing closes it before the key was copied.
    await page.keyboard.press('Escape');
    await expect(dialog.getByRole('button')).toHaveCount(2);
    await expectGoodLook(page, `profile-api-key-new-${language}`);
    await dialog.getByRole('button', { name: texts.copy }).click();
    await expectSuccess(page, texts.copied);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    const reloaded = page.waitForRequest(/\/v1\/user\/list\?filter=api$/u);
    await ok.click();
    await reloaded;
    await expect(dialog).toBeHidden();
    await expect(page.getByText(masked(key))).toBeVisible();
    expect(await page.content()).not.toContain(key);
    await expect(generateIn(page)).toBeFocused();
    return key;
  }

  test('makes at most two keys, shows each once, and deletes them @core', async ({ page, request, staff, mailbox }) => {
    const own = await staff.makeUser('1003');
    await signIn(page, own, 'profile/api-key');
    await expect(page.getByText(texts.none)).toBeVisible();
    await expect(page.getByText(texts.inUse(0))).toBeVisible();
    await expectGoodLook(page, `profile-api-key-none-${language}`);

    const first = await generate(page);
    await expect(page.getByText(texts.inUse(1))).toBeVisible();
    const second = await generate(page);
    await expect(page.getByText(texts.inUse(2))).toBeVisible();
    await expect(generateIn(page)).toBeDisabled();
    // The reason is visible without hover or focus.
    await expect(page.getByText(texts.full)).toBeVisible();
    await expect(generateIn(page)).toHaveAccessibleDescription(texts.full);
    await expectPicture(page, 'profile-api-key-full');
    expect(await statusFor(request, first)).toBe(200);
    expect(await statusFor(request, second)).toBe(200);
    for (const key of [first, second]) {
      expect((await mailbox.next(own.email, texts.madeMail)).text).toContain(masked(key));
    }

    await page.getByRole('button', { name: `${texts.remove} ${masked(first)}` }).click();
    const question = page.getByRole('dialog', { name: texts.question });
    await expect(question).toContainText(masked(first));
    await expectGoodLook(page, `profile-api-key-question-${language}`);
    await question.getByRole('button', { name: texts.remove, exact: true }).click();
    await expectSuccess(page, texts.removed);
    await expect(page.getByText(masked(first))).toHaveCount(0);
    await expect(generateIn(page)).toBeEnabled();
    expect(await statusFor(request, first)).toBe(401);
    expect(await statusFor(request, second)).toBe(200);

    await page.getByRole('button', { name: `${texts.remove} ${masked(second)}` }).click();
    await question.getByRole('button', { name: texts.remove, exact: true }).click();
    await expect(page.getByText(texts.none)).toBeVisible();
    expect((await mailbox.next(own.email, texts.removedMail)).text).toContain(masked(first));
  });
});

test('limits a key to reading and to addresses, and rolls it', async ({ page, request, staff }) => {
  const own = await staff.makeUser('1003');
  const call = async (key: string, path: string, data?: object) => {
    const headers = { Authorization: `Bearer ${key}` };
    const answer = await (data ? request.post(path, { headers, data }) : request.get(path, { headers }));
    return /"code":"(?<code>\w+)"/u.exec(await answer.text())?.groups?.['code'] ?? answer.status();
  };
  const order = { productCode: 'TSEL10', destinationNo: '081234567890', clientRef: 'limited-key' };
  const shown = page.getByRole('dialog', { name: 'New API key', exact: true });
  const takeKey = async () => {
    const key = await shown.getByLabel('API key').inputValue();
    rememberSecret(key);
    await shown.getByRole('button', { name: 'Copy' }).click();
    await shown.getByRole('button', { name: 'OK', exact: true }).click();
    await expect(shown).toBeHidden();
    return key;
  };

  await signIn(page, own, 'profile/api-key');
  await page.getByRole('button', { name: 'Generate New API Key' }).click();
  const form = page.getByRole('dialog', { name: 'Generate New API Key' });
  await form.getByLabel('Name').fill('Kasir Bandung');
  await form.getByLabel('What it may do').selectOption('Choose…');
  await form.getByRole('checkbox', { name: 'See balances' }).check();
  await expect(form.getByText('Your present address: 127.0.0.1')).toBeVisible();
  await form.getByRole('button', { name: 'Add it' }).click();
  await expectGoodLook(page, 'profile-api-key-form');
  await form.getByRole('button', { name: 'Generate New API Key' }).click();
  const key = await takeKey();
  const named = masked(key);
  await expect(page.getByText('from 127.0.0.1')).toBeVisible();
  expect(await call(key, '/h2h/v1/balance')).toBe(200);
  expect(await call(key, '/h2h/v1/orders', order)).toBe('ApiKeyScopeError');

  await page.getByRole('button', { name: `Edit ${named}` }).click();
  const edit = page.getByRole('dialog', { name: 'Edit API key' });
  await edit.getByLabel('Addresses').fill('203.0.113.0/24');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expectSuccess(page, 'API Key has been changed');
  expect(await call(key, '/h2h/v1/balance')).toBe('ApiKeyAddressError');
  await page.getByRole('button', { name: `Edit ${named}` }).click();
  await edit.getByLabel('Addresses').fill('');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('from anywhere')).toBeVisible();

  await page.getByRole('button', { name: `Roll ${named}` }).click();
  await expectGoodLook(page, 'profile-api-key-roll');
  await page.getByRole('button', { name: 'Make the new key' }).click();
  const next = await takeKey();
  await expect(page.getByText('Replaced')).toBeVisible();
  await expect(page.getByText('1 of 2 keys in use')).toBeVisible();
  await expectGoodLook(page, 'profile-api-key-rolled');
  expect(await call(key, '/h2h/v1/balance')).toBe(200);
  expect(await call(next, '/h2h/v1/balance')).toBe(200);
});
