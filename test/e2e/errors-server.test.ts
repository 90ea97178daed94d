import { expect, test, withoutTable } from './support/broken.ts';
import { inEveryVariant, type Language } from './support/language.ts';
import { expectGoodLook } from './support/look.ts';
import { expectFailure, expectSuccess } from './support/notices.ts';
import { password, signIn, storedToken, users } from './support/sign-in.ts';

// The entries of the error catalogue about server failures and about forms. A renamed table causes real answers of 500;
// requests that do not need it work.

const textsIn = {
  en: {
    error: 'Error',
    wentWrong: 'Something went wrong!',
    noAnswer: 'No connection',
    noAnswerText: 'Loket did not answer. Check your connection and try again.',
    threshold: 'Deposit Threshold Alert Level 1',
    saveWallet: 'Save Level 1',
    saved: 'Deposit threshold alert for wallet Level 1 has been saved',
    email: 'Main email',
    currentPassword: 'Current password',
    save: 'Save',
    wrongPassword: 'Please input the correct password.',
    emailFailed: 'An unexpected error occurred. Please try again later.',
    emailSent: 'Request Sent: Please check your email to confirm the email change.',
    reset: 'Reset PIN',
    pinFailed: 'Failed to process your request. Please try again later.',
    signIn: 'Sign in',
  },
  id: {
    error: 'Kesalahan',
    wentWrong: 'Terjadi kesalahan!',
    noAnswer: 'Tidak ada koneksi',
    noAnswerText: 'Loket tidak menjawab. Periksa koneksi Anda lalu coba lagi.',
    threshold: 'Peringatan Ambang Deposit Level 1',
    saveWallet: 'Simpan Level 1',
    saved: 'Peringatan ambang deposit untuk dompet Level 1 telah disimpan',
    email: 'Email utama',
    currentPassword: 'Kata sandi saat ini',
    save: 'Simpan',
    wrongPassword: 'Masukkan kata sandi yang benar.',
    emailFailed: 'Terjadi kesalahan tak terduga. Silakan coba lagi nanti.',
    emailSent: 'Permintaan terkirim: Silakan periksa email Anda untuk mengonfirmasi perubahan email.',
    reset: 'Atur Ulang PIN',
    pinFailed: 'Permintaan Anda gagal diproses. Silakan coba lagi nanti.',
    signIn: 'Masuk',
  },
} satisfies Record<Language, Record<string, string>>;

/** Code of an answer of 500. */
const fault = 'InternalError';
/** An error page of a proxy. */
const badGateway = { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' };

inEveryVariant(({ language }) => {
  const say = textsIn[language];
  /** Amounts that differ from those of the other variant, because only changes can be saved. */
  const amounts = [1, 2, 3].map((digit) => String(digit * 100_000 + (language === 'en' ? 0 : 5000)));

  test('a failure shows what the answer says, or that there was none, and what was typed stays @once', async ({
    page,
    context,
    program,
    quiet,
  }) => {
    quiet.expectStatus(500, 502);
    quiet.expect(/ERR_INTERNET_DISCONNECTED/u);
    // The route is set before the page opens: one that is set just before a request may come too late for it.
    let proxyFails = false;
    await page.route('**/min_balance_alert', async (route) => {
      const fails = proxyFails;
      proxyFails = false;
      await (fails ? route.fulfill(badGateway) : route.continue());
    });
    await signIn(page, users.root, 'profile');
    const amount = page.getByLabel(say.threshold);
    const save = page.getByRole('button', { name: say.saveWallet });
    const [first = '', second = '', third = ''] = amounts;

    // 500 with code and message. Input is kept, and the page stays.
    await amount.fill(first);
    await withoutTable(program, 'audit_log', async () => {
      await save.click();
      await expectFailure(page, fault, say.wentWrong);
    });
    await save.click();
    await expectSuccess(page, say.saved);

    // A proxy may answer without code and message. The journeys have no proxy, so the answer is simulated.
    proxyFails = true;
    await amount.fill(second);
    await save.click();
    await expectFailure(page, say.error, say.wentWrong);

    await amount.fill(third);
    await context.setOffline(true);
    await save.click();
    await expect(page.getByRole('alert')).toContainText(say.noAnswer);
    await expectGoodLook(page, `no-answer-${language}`);
    await expectFailure(page, say.noAnswer, say.noAnswerText);
    await context.setOffline(false);
    await save.click();
    await expectSuccess(page, say.saved);
  });

  test('forms of e-mail and PIN tell their failures in their own words, and end no session @once', async ({
    page,
    program,
    quiet,
  }) => {
    quiet.expectStatus(401, 500);
    await page.clock.install();
    await signIn(page, users.root, 'profile');
    const token = await storedToken(page);
    const current = page.getByLabel(say.currentPassword);
    const save = page.getByRole('button', { name: say.save, exact: true });
    const closeNotice = page.getByRole('button', { name: /^(?:Close notification|Tutup notifikasi)$/u });
    const expectSession = async (address: RegExp) => {
      // Longer than the page stays after a session ended.
      await page.clock.fastForward(5000);
      await expect(page).toHaveURL(address);
      expect(await storedToken(page)).toBe(token);
    };

    await page.getByLabel(say.email).fill(`root.${language}@example.com`);
    await current.fill('Not-My-Password-1');
    await save.click();
    // ClientUnauthorizedError: shown at its field only.
    await expect(current).toHaveAccessibleDescription(new RegExp(say.wrongPassword, 'u'));
    await expect(current).toBeFocused();
    await expect(closeNotice).toHaveCount(0);
    await expectSession(/\/external\/profile$/u);
    await expectGoodLook(page, `profile-personal-wrong-password-${language}`);
    await current.fill(password);
    await withoutTable(program, 'one_time_links', async () => {
      await save.click();
      await expectFailure(page, say.emailFailed);
    });
    await save.click();
    await expectSuccess(page, say.emailSent);

    await page.goto('profile/pin');
    const question = page.getByRole('dialog');
    await page.getByRole('button', { name: say.reset }).click();
    await withoutTable(program, 'one_time_links', async () => {
      await question.getByRole('button', { name: say.reset }).click();
      await expectFailure(page, say.pinFailed);
    });
    // The session is ended by a call, as signing out on another device does.
    const headers = { Authorization: `Bearer ${token}` };
    expect((await page.request.post('/v1/user/logout', { headers })).ok()).toBe(true);
    await question.getByRole('button', { name: say.reset }).click();
    await expect(page.getByRole('alert').filter({ hasText: say.pinFailed })).toBeVisible();
    // Beside it stands the way back in.
    await expect(page.getByRole('alert').getByRole('button', { name: say.signIn })).toBeVisible();
    await expectSession(/\/external\/profile\/pin$/u);
  });
}, test);
