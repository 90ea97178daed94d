import { once } from 'node:events';

import { accessTexts } from './support/access-texts.ts';
import { choosePassword, expiredForm, signInToChange } from './support/expired-password.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { rememberSecret } from './support/secrets.ts';
import { sendSignIn, storedToken } from './support/sign-in.ts';
import { inEveryVariant } from './support/language.ts';

const refusal = { code: 'ThrottleRejectError', message: 'No.', fields: [], requestId: 'r1' };

inEveryVariant(({ language }) => {
  const texts = accessTexts[language];

  test('keeps who has an expired password until it is changed @once', async ({ page, staff, quiet }) => {
    test.slow();
    quiet.expectStatus(400, 401, 403);
    // The route is set before the page opens: one that is set just before a request may come too late for it.
    let checks: 'pass' | 'refused' | 'held' = 'pass';
    const looked = new AbortController();
    await page.route('**/v1/validate-password', async (route) => {
      const now = checks;
      checks = 'pass';
      // A simulated answer: the server cannot give this one.
      if (now === 'refused') return route.fulfill({ status: 403, json: refusal });
      if (now === 'held' && !looked.signal.aborted) await once(looked.signal, 'abort');
      return route.continue();
    });
    const user = await staff.makeUser('1003', 'user');
    await staff.expirePassword(user);
    // Without a session it redirects to sign-in, without an expired password to the dashboard.
    await page.goto('change-password');
    await expect(page).toHaveURL(/\/external\/login$/u);
    await signInToChange(page, user, user.password, texts);
    const form = expiredForm(page, texts);
    await expect(form.submit).toBeDisabled();
    await expect(page.getByText(texts.rules)).toBeVisible();
    await expectGoodLook(page, `expired-password-${language}`);

    // Back and other addresses lead here again.
    for (let pressed = 0; pressed < 3; pressed += 1) {
      await page.goBack();
      await expect(page).toHaveURL(/\/external\/change-password(?:\?|$)/u);
      await expect(form.password).toBeVisible();
    }
    for (const path of ['orders', 'profile', 'login', './']) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/external\/change-password(?:\?|$)/u);
    }

    // The page itself refuses short passwords. The server checks the others, in the language of the page.
    for (const [typed, message] of [
      ['Kuda-7', texts.tooShort],
      ['Kuda-Terbang', texts.noDigit],
      ['Password1', texts.tooCommon],
      [user.password, texts.used],
    ] as const) {
      await form.password.fill(typed);
      await expect(form.password).toHaveAccessibleDescription(message);
      await expect(form.submit).toBeDisabled();
    }
    await expectGoodLook(page, `expired-password-refused-${language}`);
    checks = 'refused';
    await form.password.fill('Kuda-Terbang-70');
    await expect(form.password).toHaveAccessibleDescription(texts.wentWrong);
    await expect(form.submit).toBeDisabled();

    // The form cannot be sent during the check.
    checks = 'held';
    const ownPassword = `Kuda-Terbang-${language}-7`;
    rememberSecret(ownPassword);
    await form.password.fill(ownPassword);
    await expect(page.getByText(texts.checking)).toBeVisible();
    await expect(form.submit).toBeDisabled();
    await expectGoodLook(page, `expired-password-checking-${language}`);
    looked.abort();
    await expect(page.getByRole('form').getByText(texts.accepted)).toBeVisible();
    await expect(form.submit).toBeEnabled();
    await form.submit.click();
    await expect(form.repeat).toHaveAccessibleDescription(texts.repeatRequired);
    await form.repeat.fill(`${ownPassword}8`);
    await form.repeat.press('Enter');
    await expect(form.repeat).toHaveAccessibleDescription(texts.inconsistent);
    await expect(form.repeat).toBeFocused();
    await expectGoodLook(page, `expired-password-inconsistent-${language}`);

    const restricted = await storedToken(page);
    await choosePassword(page, ownPassword, texts);
    expect(await storedToken(page)).toBeNull();
    const spent = await page.request.get('/v1/auth/test', { headers: { Authorization: `Bearer ${restricted}` } });
    expect(spent.status()).toBe(401);
    await sendSignIn(page, user, ownPassword);
    await expect(page).toHaveURL(/\/external\/orders\?/u);
    await page.goto('change-password');
    await expect(page).toHaveURL(/\/external\/orders\?/u);
  });
});
