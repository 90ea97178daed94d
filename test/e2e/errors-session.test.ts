import { expect, test } from './support/journey.ts';
import { inEveryVariant, type Language } from './support/language.ts';
import { expectGoodLook } from './support/look.ts';
import { expectFailure, expectRedirect } from './support/notices.ts';
import { expectPicture } from './support/pictures.ts';
import { sendSignIn, signIn, storedToken, type User, users } from './support/sign-in.ts';

// The entries of docs/product/shell.md#errors about session and permissions, each caused
// on the running program. The one that cannot be caused, a sign-in answer without a token, is tested in
// `catalogue.test.ts`.

const textsIn = {
  en: {
    expired: 'Password expired, please change your password',
    ended: 'Token expired, please login again',
    again: 'Please login again',
    wrong: 'Client ID, username or password is wrong.',
    tooMany: 'Too many request, try again later',
    retry: /Try again after (?:\d+ \w+ \d+, )?\d\d:\d\d WIB/u,
    forbidden: 'Unauthorized Action!',
    generate: 'Generate New API Key',
    next: 'Next page',
    logout: 'Logout',
    clientId: 'Client ID',
    password: 'Password',
  },
  id: {
    expired: 'Kata sandi kedaluwarsa, silakan ganti kata sandi Anda',
    ended: 'Token kedaluwarsa, silakan masuk lagi',
    again: 'Silakan masuk lagi',
    wrong: 'ID Klien, nama pengguna atau kata sandi salah.',
    tooMany: 'Terlalu banyak permintaan, coba lagi nanti',
    retry: /Coba lagi setelah (?:\d+ \w+ \d+, )?\d\d:\d\d WIB/u,
    forbidden: 'Tindakan tidak diizinkan!',
    generate: 'Buat Kunci API Baru',
    next: 'Halaman berikutnya',
    logout: 'Keluar',
    clientId: 'ID Klien',
    password: 'Kata Sandi',
  },
} satisfies Record<Language, Record<string, string | RegExp>>;

const failuresAllowed = 10;

type Page = Parameters<typeof signIn>[0];

/** Ends the session by a call, as signing out on another device does. */
async function endSession(page: Page): Promise<void> {
  const headers = { Authorization: `Bearer ${await storedToken(page)}` };
  expect((await page.request.post('/v1/user/logout', { headers })).ok()).toBe(true);
}

function storedSession(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('loket.dashboard.session.')));
}

inEveryVariant(({ language }) => {
  const say = textsIn[language];

  test('401 PasswordExpiredError leads to the change of the password @once', async ({ page, quiet }) => {
    quiet.expectStatus(401);
    await page.goto('login');
    await expectRedirect(page, '/external/change-password', async () => {
      await sendSignIn(page, users.expired);
      await expect(page.getByRole('alert')).toHaveText(say.expired);
    });
    await expectFailure(page, say.expired);
    // Of the session only the token of the refusal is stored.
    expect(await storedToken(page)).toMatch(/^ey/u);
    expect((await storedSession(page)).toSorted()).toEqual([
      'loket.dashboard.session.passwordExpired',
      'loket.dashboard.session.token',
    ]);
    await page.getByText(say.logout).click();
    await expect(page).toHaveURL(/\/external\/login$/u);
    expect(await storedToken(page)).toBeNull();
  });

  test('401 elsewhere ends the session, and is told once @once', async ({ page, quiet }) => {
    quiet.expectStatus(401);
    await signIn(page);
    await endSession(page);
    await expectRedirect(page, '/external/login', async () => {
      await page.getByRole('button', { name: say.next }).click();
      await expect(page.getByRole('alert')).toHaveText(say.ended);
    });
    await expectGoodLook(page, `token-expired-${language}`);
    await expectFailure(page, say.ended);
    expect(await storedSession(page)).toEqual([]);

    // When a page loads, many calls fail at once.
    await sendSignIn(page, users.root);
    await expect(page).toHaveURL(/\/external\/orders\?/u);
    await endSession(page);
    await page.reload();
    await expectFailure(page, say.ended);
    await expect(page).toHaveURL(/\/external\/login\?next=/u);
  });

  test('401 on the login page stays there, and 403 ThrottleRejectError comes after ten wrong passwords @once', async ({
    page,
    quiet,
  }) => {
    quiet.expectStatus(401, 403);
    const guessed: User = { clientId: '1003', username: `guessed_${language}`, fullName: '' };
    await page.goto('login');
    await sendSignIn(page, guessed, 'Guess-Number-1');
    await expect(page.getByRole('alert')).toContainText(say.wrong);
    await expect(page.getByLabel(say.clientId)).toHaveValue(guessed.clientId);
    await expect(page.getByLabel(say.password, { exact: true })).toBeFocused();
    await expectPicture(page, 'sign-in-refused');
    await expectFailure(page, say.again, say.wrong);
    await expect(page).toHaveURL(/\/external\/login$/u);
    expect(await storedToken(page)).toBeNull();

    // An invalid stored token leads to the same error.
    await page.evaluate(() => localStorage.setItem('loket.dashboard.session.token', JSON.stringify('not-a-token')));
    await page.reload();
    await expectFailure(page, say.again);
    expect(await storedToken(page)).toBeNull();

    for (let tries = 2; tries <= failuresAllowed; tries += 1) {
      const data = { clientId: 1003, username: guessed.username, password: `Guess-Number-${tries}` };
      expect((await page.request.post('/v1/auth', { data })).status()).toBe(401);
    }
    await sendSignIn(page, guessed, 'Guess-Number-11');
    await expectFailure(page, say.tooMany, say.retry);
    await expect(page).toHaveURL(/\/external\/login$/u);
    // Other users are not affected.
    await sendSignIn(page, users.root);
    await expect(page).toHaveURL(/\/external\/orders\?/u);
  });

  test('any other 403 is an unauthorized action @once', async ({ page, staff, quiet }) => {
    quiet.expectStatus(403);
    const user = await staff.makeUser('1003');
    await signIn(page, user, 'profile/api-key');
    await expect(page.getByRole('button', { name: say.generate })).toBeEnabled();

    // The page shows the old permissions; the server checks each call.
    await staff.giveRole(user, 'viewer');
    await page.getByRole('button', { name: say.generate }).click();
    await page.getByRole('dialog').getByRole('button', { name: say.generate }).click();
    await expectFailure(page, say.forbidden);
    await expect(page).toHaveURL(/\/external\/profile\/api-key$/u);
  });
});
