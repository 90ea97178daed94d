import { expect, test } from './support/broken.ts';
import { range } from './support/days.ts';
import { inEveryLanguage, type Language } from './support/language.ts';
import { expectSuccess } from './support/notices.ts';
import { rememberSecret } from './support/secrets.ts';
import { password, signIn, type User, users } from './support/sign-in.ts';

// Every success notice of section 8 of the specification of the shell, after what it speaks of was done. The program
// is one that journeys may leave changed: here passwords and PINs.

const words = {
  en: {
    currentPassword: 'Current password',
    newPassword: 'New password',
    repeatPassword: 'Confirm new password',
    changePassword: 'Change Password',
    passwordChanged: 'Password has been changed',
    addUser: 'Add User',
    username: 'Username',
    email: 'Email',
    userAdded: "Credentials has been sent to user's email",
    remove: 'Delete',
    userRemoved: (name: string) => `User with username ${name} has been deleted`,
    generate: 'Generate New API Key',
    apiKey: 'API key',
    copy: 'Copy',
    keyCopied: 'API Key Copied!',
    keyRemoved: 'API Key has been deleted',
    pin: ['Current PIN', 'New PIN', 'Confirm new PIN'],
    changePin: 'Change PIN',
    pinChanged: 'Your PIN has been successfully changed.',
    mainEmail: 'Main email',
    save: 'Save',
    emailSent: 'Request Sent: Please check your email to confirm the email change.',
    threshold: 'Deposit Threshold Alert',
    saved: (wallet: string) => `Deposit threshold alert for wallet ${wallet} has been saved`,
    copyOrder: /^Copy order \d+$/u,
    orderCopied: 'Order copied!',
    dates: /^Date range:/u,
    export: 'Export',
    exported: 'Order data has been sent to your finance email',
    download: /^Download /u,
    downloading: 'Check your downloads folder',
  },
  id: {
    currentPassword: 'Kata sandi saat ini',
    newPassword: 'Kata sandi baru',
    repeatPassword: 'Ulangi kata sandi baru',
    changePassword: 'Ganti Kata Sandi',
    passwordChanged: 'Kata sandi telah diganti',
    addUser: 'Tambah Pengguna',
    username: 'Nama Pengguna',
    email: 'Email',
    userAdded: 'Kredensial telah dikirim ke email pengguna',
    remove: 'Hapus',
    userRemoved: (name: string) => `Pengguna dengan nama ${name} telah dihapus`,
    generate: 'Buat Kunci API Baru',
    apiKey: 'Kunci API',
    copy: 'Salin',
    keyCopied: 'Kunci API disalin!',
    keyRemoved: 'Kunci API telah dihapus',
    pin: ['PIN saat ini', 'PIN baru', 'Ulangi PIN baru'],
    changePin: 'Ganti PIN',
    pinChanged: 'PIN Anda berhasil diganti.',
    mainEmail: 'Email utama',
    save: 'Simpan',
    emailSent: 'Permintaan terkirim: Silakan periksa email Anda untuk mengonfirmasi perubahan email.',
    threshold: 'Peringatan Ambang Deposit',
    saved: (wallet: string) => `Peringatan ambang deposit untuk dompet ${wallet} telah disimpan`,
    copyOrder: /^Salin order \d+$/u,
    orderCopied: 'Order disalin!',
    dates: /^Rentang tanggal:/u,
    export: 'Ekspor',
    exported: 'Data order telah dikirim ke email keuangan Anda',
    download: /^Unduh /u,
    downloading: 'Periksa folder unduhan Anda',
  },
} satisfies Record<Language, object>;

/** Whose password a language's journey changes; they may run one after the other on one program. */
const changers: Record<Language, User> = { en: users.small, id: users.withoutPin };
const demoPin = '135790';
const otherPin = '246802';

inEveryLanguage((language) => {
  const say = words[language];

  test('says that a password was changed', async ({ page }) => {
    const next = `Rak-Buku-${language}-7`;
    rememberSecret(next);
    await signIn(page, changers[language], 'profile/password');
    await page.getByLabel(say.currentPassword).fill(password);
    await page.getByLabel(say.newPassword, { exact: true }).fill(next);
    await page.getByLabel(say.repeatPassword).fill(next);
    await page.getByRole('form').getByRole('button', { name: say.changePassword }).click();
    await expectSuccess(page, say.passwordChanged);
  });

  test('says that a user was added and deleted', async ({ page }) => {
    const name = `clerk.${language}`;
    await signIn(page, users.root, 'profile/user-management');
    await page.getByRole('button', { name: say.addUser }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel(say.username).fill(name);
    await form.getByLabel(say.email).fill(`${name}@example.com`);
    await form.getByRole('button', { name: say.addUser }).click();
    await expectSuccess(page, say.userAdded);

    await page.getByRole('button', { name: `${say.remove} ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: say.remove, exact: true }).click();
    await expectSuccess(page, say.userRemoved(name));
  });

  test('says that an API key was copied and deleted', async ({ page }) => {
    await signIn(page, users.root, 'profile/api-key');
    await page.getByRole('button', { name: say.generate }).click();
    const shown = page.getByRole('dialog');
    const key = await shown.getByLabel(say.apiKey).inputValue();
    rememberSecret(key);
    await shown.getByRole('button', { name: say.copy }).click();
    await expectSuccess(page, say.keyCopied);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await shown.getByRole('button', { name: 'OK', exact: true }).click();

    await page.getByRole('button', { name: `${say.remove} lk_…${key.slice(-4)}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: say.remove, exact: true }).click();
    await expectSuccess(page, say.keyRemoved);
  });

  test('says that the PIN was changed', async ({ page }) => {
    rememberSecret(otherPin);
    await signIn(page, users.root, 'profile/pin');
    // There and back, so that the other language finds the PIN as it was.
    for (const [from, to] of [
      [demoPin, otherPin],
      [otherPin, demoPin],
    ]) {
      for (const [at, pin] of [from, to, to].entries()) {
        await page.getByLabel(say.pin[at] ?? '', { exact: true }).fill(pin ?? '');
      }
      await page.getByRole('form').getByRole('button', { name: say.changePin }).click();
      await expectSuccess(page, say.pinChanged);
    }
  });

  test('says that an e-mail change was asked for and a threshold saved', async ({ page }) => {
    await signIn(page, users.root, 'profile');
    for (const wallet of ['Level 1', 'Marketplace']) {
      await page.getByLabel(`${say.threshold} ${wallet}`).fill(language === 'en' ? '125000' : '250000');
      await page.getByRole('button', { name: `${say.save} ${wallet}` }).click();
      await expectSuccess(page, say.saved(wallet));
    }
    await page.getByLabel(say.mainEmail).fill(`rina.${language}@example.com`);
    await page.getByLabel(say.currentPassword).fill(password);
    await page.getByRole('button', { name: say.save, exact: true }).click();
    await expectSuccess(page, say.emailSent);
  });

  test('says that an order was copied, sent or downloaded', async ({ page }) => {
    await signIn(page, users.root, `orders?${range(-2)}`);
    await page.getByRole('button', { name: say.copyOrder }).first().click();
    await expectSuccess(page, say.orderCopied);

    await page.goto('orders/export');
    await page.getByRole('button', { name: say.dates }).click();
    const today = page.getByRole('dialog').locator('[data-autofocus]');
    await today.click();
    await today.click();
    await page.getByRole('button', { name: say.export, exact: true }).click();
    await expectSuccess(page, say.exported);

    await page.goto(`orders/report?${range(-4, -2)}`);
    const file = page.waitForEvent('download');
    await page.getByRole('link', { name: say.download }).first().click();
    await expectSuccess(page, say.downloading);
    expect((await file).suggestedFilename()).toMatch(/^orders-[\d-]+\.csv$/u);
  });
}, test);
