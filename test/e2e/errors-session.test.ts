import { expect, test } from './support/broken.ts';
import { inEveryLanguage, type Language } from './support/language.ts';
import { expectFailure, expectRedirect } from './support/notices.ts';
import { ordersOf, sendSignIn, signIn, storedToken, type User, users } from './support/sign-in.ts';

// The rows of the error catalogue (section 8 of the specification of the shell) about who one is and what one may do.
// Every one is caused on the running program; the few that it can't be brought to say so.

const words = {
  en: {
    expired: 'Password expired, please change your password',
    ended: 'Token expired, please login again',
    again: 'Please login again',
    wrong: 'Client ID, username or password is wrong.',
    tooMany: 'Too many request, try again later',
    forbidden: 'Unauthorized Action!',
    noToken: 'Undefined login token',
    show: 'Show Data',
    generate: 'Generate New API Key',
    email: 'Main email',
    password: 'Current password',
    save: 'Save',
    emailFailed: 'An unexpected error occurred. Please try again later.',
    reset: 'Reset PIN',
    pinFailed: 'Failed to process your request. Please try again later.',
  },
  id: {
    expired: 'Kata sandi kedaluwarsa, silakan ganti kata sandi Anda',
    ended: 'Token kedaluwarsa, silakan masuk lagi',
    again: 'Silakan masuk lagi',
    wrong: 'ID Klien, nama pengguna atau kata sandi salah.',
    tooMany: 'Terlalu banyak permintaan, coba lagi nanti',
    forbidden: 'Tindakan tidak diizinkan!',
    noToken: 'Token masuk tidak ditemukan',
    show: 'Tampilkan Data',
    generate: 'Buat Kunci API Baru',
    email: 'Email utama',
    password: 'Kata sandi saat ini',
    save: 'Simpan',
    emailFailed: 'Terjadi kesalahan tak terduga. Silakan coba lagi nanti.',
    reset: 'Atur Ulang PIN',
    pinFailed: 'Permintaan Anda gagal diproses. Silakan coba lagi nanti.',
  },
} satisfies Record<Language, Record<string, string>>;

/** Ends the session behind the page's back, as signing out on another device does. */
async function endSession(page: Parameters<typeof signIn>[0]): Promise<void> {
  const token = await storedToken(page);
  await page.request.post('/v1/user/logout', {
    headers: { Authorization: `Bearer ${token}` },
  });
}

inEveryLanguage((language) => {
  const say = words[language];

  test('401 PasswordExpiredError leads to the change of the password', async ({ page, quiet }) => {
    quiet.expectStatus(401);
    await page.goto('login');
    await expectRedirect(page, '/external/change-password', async () => {
      await sendSignIn(page, users.expired);
      await expect(page.getByRole('alert')).toHaveText(say.expired);
    });
    await expectFailure(page, say.expired);
    // The token that came with the refusal is stored, and nothing else of a session.
    expect(await storedToken(page)).toMatch(/^ey/u);
    const stored = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.startsWith('loket.session.')),
    );
    expect(stored.toSorted()).toEqual(['loket.session.passwordExpired', 'loket.session.token']);
  });

  test('401 elsewhere ends the session', async ({ page, quiet }) => {
    quiet.expectStatus(401);
    await signIn(page);
    await endSession(page);
    await expectRedirect(page, '/external/login', async () => {
      await page.getByRole('button', { name: say.show }).click();
      await expect(page.getByRole('alert')).toHaveText(say.ended);
    });
    await expectFailure(page, say.ended);
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('loket.session.'))),
    ).toEqual([]);
  });

  test('401 on the login page stays there', async ({ page, quiet }) => {
    quiet.expectStatus(401);
    await page.goto('login');
    await sendSignIn(page, users.root, 'Not-My-Password-1');
    await expectFailure(page, say.again, say.wrong);
    await expect(page).toHaveURL(/\/external\/login$/u);

    // A stored token that is worth nothing is the other way to it.
    await page.evaluate(() => localStorage.setItem('loket.session.token', JSON.stringify('not-a-token')));
    await page.reload();
    await expectFailure(page, say.again);
    await expect(page).toHaveURL(/\/external\/login$/u);
    await sendSignIn(page, users.root);
    await expect(page).toHaveURL(/\/external\/orders\?/u);
  });

  test('403 ThrottleRejectError after ten wrong passwords', async ({ page, quiet }) => {
    quiet.expectStatus(401, 403);
    const guessed: User = {
      clientId: '1003',
      username: `guessed_${language}`,
      fullName: '',
    };
    await page.goto('login');
    await sendSignIn(page, guessed, 'Guess-Number-1');
    await expectFailure(page, say.again, say.wrong);
    for (let tries = 2; tries <= 10; tries += 1) {
      const data = { clientId: 1003, username: guessed.username, password: `Guess-Number-${tries}` };
      expect((await page.request.post('/v1/auth', { data })).status()).toBe(401);
    }
    await sendSignIn(page, guessed, 'Guess-Number-11');
    await expectFailure(page, say.tooMany);
    await expect(page).toHaveURL(/\/external\/login$/u);
    // Nobody else is held up.
    await sendSignIn(page, users.root);
    await expect(page).toHaveURL(/\/external\/orders\?/u);
  });

  test('a sign-in without a token is none', async ({ page }) => {
    // The program never answers so: it is put in its mouth.
    await page.route('**/v1/auth', (route) => route.fulfill({ status: 200, json: {} }));
    await page.goto('login');
    await sendSignIn(page, users.root);
    await expectFailure(page, say.noToken);
    await expect(page).toHaveURL(/\/external\/login$/u);
    expect(await storedToken(page)).toBeNull();
  });

  test('neither the e-mail change nor the PIN calls end the session', async ({ page, quiet }) => {
    quiet.expectStatus(401);
    await page.clock.install();
    await signIn(page);
    const token = await storedToken(page);

    await page.goto('profile');
    await page.getByLabel(say.email).fill('somebody@example.com');
    await page.getByLabel(say.password).fill('Loket-Demo-2026');
    await endSession(page);
    await page.getByRole('button', { name: say.save, exact: true }).click();
    await expectFailure(page, say.emailFailed);
    await page.clock.fastForward(5000);
    await expect(page).toHaveURL(/\/external\/profile$/u);
    expect(await storedToken(page)).toBe(token);
  });

  test('the PIN calls end no session either', async ({ page, quiet }) => {
    quiet.expectStatus(401);
    await page.clock.install();
    await signIn(page);
    const token = await storedToken(page);

    await page.goto('profile/pin');
    const ask = page.getByRole('button', { name: say.reset });
    await ask.click();
    await endSession(page);
    await page.getByRole('dialog').getByRole('button', { name: say.reset }).click();
    await expectFailure(page, say.pinFailed);
    await page.clock.fastForward(5000);
    await expect(page).toHaveURL(/\/external\/profile\/pin$/u);
    expect(await storedToken(page)).toBe(token);
  });
}, test);

test('any other 403 is an unauthorized action', async ({ page, staff, quiet }) => {
  quiet.expectStatus(403);
  await staff.giveRole(users.viewer, 'root');
  await signIn(page, users.viewer, 'profile/api-key');
  await expect(page.getByRole('button', { name: words.en.generate })).toBeEnabled();

  // The page still shows what the user could do a moment ago; the program asks anew for every call.
  await staff.giveRole(users.viewer, 'viewer');
  await page.getByRole('button', { name: words.en.generate }).click();
  await expectFailure(page, words.en.forbidden);
  await page.getByRole('button', { name: `Account of ${users.viewer.fullName}` }).click();
  await page.getByRole('button', { name: 'Bahasa Indonesia' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: words.id.generate }).click();
  await expectFailure(page, words.id.forbidden);
  await expect(page).toHaveURL(/\/external\/profile\/api-key$/u);
  await page.goto('orders');
  await expect(ordersOf(page).or(page.getByRole('region', { name: 'Order', exact: true }))).toBeVisible();
});
