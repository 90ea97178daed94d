import { expect, test } from './support/journey.ts';
import { inEveryVariant } from './support/language.ts';
import { expectGoodLook } from './support/look.ts';
import { textAppears } from './support/notices.ts';
import { signIn, users } from './support/sign-in.ts';

// The sections of the profile for a user who may only view them.

const textsIn = {
  en: {
    profile: 'Profile menu',
    information: 'Personal information',
    email: 'Main email',
    emailFinance: 'Finance email',
    save: 'Save',
    noEmailChange: 'You don’t have permission to change the email addresses.',
    threshold: 'Deposit Threshold Alert',
    users: 'User Management',
    you: 'You',
    add: 'Add User',
    remove: 'Delete',
    apiKey: 'Api Key',
    generate: 'Generate New API Key',
    unauthorized: 'Unauthorized Action!',
    noPin: "You don't have permission",
  },
  id: {
    profile: 'Menu profil',
    information: 'Informasi pribadi',
    email: 'Email utama',
    emailFinance: 'Email keuangan',
    save: 'Simpan',
    noEmailChange: 'Anda tidak memiliki izin untuk mengganti alamat email.',
    threshold: 'Peringatan Ambang Deposit',
    users: 'Manajemen Pengguna',
    you: 'Anda',
    add: 'Tambah Pengguna',
    remove: 'Hapus',
    apiKey: 'Api Key',
    generate: 'Buat Kunci API Baru',
    unauthorized: 'Tindakan tidak diizinkan!',
    noPin: 'Anda tidak memiliki izin',
  },
};

/** Time before the dashboard redirects, in milliseconds. */
const redirectDelay = 1500;

inEveryVariant(({ language, phone }) => {
  const texts = textsIn[language];

  test('a user without permission sees what there is, and no way to change it @once', async ({ page }) => {
    await signIn(page, users.viewer, 'profile');
    const form = page.getByRole('form', { name: texts.information });
    await expect(form.getByLabel(texts.email)).toHaveValue('viewer.1001@example.com');
    await expect(form.getByLabel(texts.email)).not.toBeEditable();
    await expect(form.getByLabel(texts.emailFinance)).not.toBeEditable();
    await expect(form.getByText(texts.noEmailChange)).toBeVisible();
    await expect(form.getByRole('button', { name: texts.save })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: texts.threshold })).toHaveCount(0);
    await expectGoodLook(page, `profile-personal-viewer-${language}`);

    await page.getByRole('link', { name: texts.users }).click();
    const list = page.getByRole('region', { name: texts.users, exact: true });
    const row = (name: string) => list.getByRole(phone ? 'listitem' : 'row').filter({ hasText: name });
    await expect(row('finance.1001@example.com')).toBeVisible();
    await expect(row('viewer.1001@example.com')).toContainText(texts.you);
    await expect(page.getByRole('button', { name: texts.add })).toHaveCount(0);
    await expect(page.getByRole('button', { name: new RegExp(`^${texts.remove} `, 'u') })).toHaveCount(0);
    await expectGoodLook(page, `profile-users-viewer-${language}`);

    // Pages without a menu entry have a URL too.
    const menu = page.getByRole('navigation', { name: texts.profile });
    await expect(menu.getByRole('link', { name: texts.apiKey })).toHaveCount(0);
    await page.goto('profile/api-key');
    await expect(page.getByText(texts.unauthorized)).toBeVisible();
    await expect(page.getByRole('button', { name: texts.generate })).toHaveCount(0);
    await expectGoodLook(page, `profile-api-key-closed-${language}`);

    const from = performance.now();
    // The page may be left before the last of its files has come.
    await page.goto('profile/pin', { waitUntil: 'commit' });
    await textAppears(page, 'main :is(h1, h2, h3)', texts.noPin);
    await expect(page.getByRole('alert')).toHaveText(texts.noPin);
    await expect(page).toHaveURL(/\/external\/profile$/u);
    expect(performance.now() - from).toBeGreaterThanOrEqual(redirectDelay);
    await expectGoodLook(page, `profile-pin-no-permission-${language}`);
  });
});
