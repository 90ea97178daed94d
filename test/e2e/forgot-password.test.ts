import type { Page } from '@playwright/test';

import { accessTexts } from './support/access-texts.ts';
import { choosePassword, expiredForm, signInToChange } from './support/expired-password.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { codeIn, linkIn } from './support/mailbox.ts';
import { sendSignIn, signIn, storedToken, type User } from './support/sign-in.ts';
import { inEveryVariant } from './support/language.ts';
import { expectPicture } from './support/pictures.ts';

inEveryVariant(({ language }) => {
  const texts = accessTexts[language];

  async function askForLink(page: Page, { clientId, username }: User): Promise<void> {
    await page.goto('login');
    await page.getByRole('link', { name: texts.forgot }).click();
    await expect(page).toHaveURL(/\/external\/forgot-password$/u);
    await page.getByRole('button', { name: texts.ask }).click();
    for (const message of [texts.clientIdRequired, texts.usernameRequired]) {
      await expect(page.getByText(message)).toBeVisible();
    }
    await expectPicture(page, 'forgot-password-missing');
    // There is a link back to sign-in.
    await page.getByRole('link', { name: texts.haveAccount }).click();
    await page.getByRole('link', { name: texts.forgot }).click();
    await page.getByLabel(texts.clientId).fill(clientId);
    await page.getByLabel(texts.username).fill(username);
    await page.getByRole('button', { name: texts.ask }).click();
    await expect(page.getByRole('status').filter({ hasText: texts.asked })).toBeVisible();
    await expect(page).toHaveURL(/\/external\/login$/u);
  }

  test('leads from a forgotten password to one of the own choice @once', async ({
    page,
    context,
    staff,
    mailbox,
    quiet,
  }) => {
    test.slow();
    quiet.expectStatus(400, 401);
    const user = await staff.makeUser('1002');
    await signIn(page, user);
    const signedIn = await storedToken(page);
    await page.evaluate(() => localStorage.removeItem('loket.dashboard.session.token'));
    await askForLink(page, user);
    await expectGoodLook(page, `forgot-password-asked-${language}`);

    const mail = await mailbox.next(user.email, texts.resetMail);
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain(user.username);
      expect(part).toContain(texts.linkEnds);
      expect(part).toContain('/links/password/');
    }
    // Two pages of the same link: opening does not use it up.
    const link = linkIn(mail);
    const other = await context.newPage();
    await other.goto(link);
    await page.goto(link);
    const answer = await page.request.get('/v1/auth/test', { headers: { Authorization: `Bearer ${signedIn}` } });
    expect(answer.ok()).toBe(true);
    await page.getByRole('button', { name: texts.confirm }).click();
    await expect(page).toHaveURL(/\/external\/forgot-password-confirmation\?isOk=true$/u);
    await expect(page.getByRole('heading', { name: texts.okTitle, level: 1 })).toBeVisible();
    await expect(page.getByText(texts.ok)).toBeVisible();
    await expectGoodLook(page, `forgot-password-done-${language}`);

    const mailed = await mailbox.next(user.email, texts.passwordMail);
    for (const part of [mailed.text, mailed.html]) expect(part).toContain(texts.serves.reset);
    const oneTime = codeIn(mailed);
    expect(mailed.html).toContain(oneTime);
    const ended = await page.request.get('/v1/auth/test', { headers: { Authorization: `Bearer ${signedIn}` } });
    expect(ended.status()).toBe(401);

    // The button of the other page, the link again, and an incomplete link: the same answer, and no second mail.
    await other.getByRole('button', { name: texts.confirm }).click();
    for (const wrong of [undefined, link, link.replace(/.{9}\?/u, '?')]) {
      if (wrong) await other.goto(wrong);
      await expect(other).toHaveURL(/\/external\/forgot-password-confirmation\?isOk=false$/u);
      await expect(other.getByRole('heading', { name: texts.failedTitle, level: 1 })).toBeVisible();
      await expect(other.getByText(texts.failed)).toBeVisible();
    }
    await expectGoodLook(other, `forgot-password-failed-${language}`);
    await other.getByRole('link', { name: texts.retry }).click();
    await expect(other).toHaveURL(/\/external\/forgot-password$/u);
    await other.close();

    await page.getByRole('link', { name: texts.back }).click();
    await expect(page).toHaveURL(/\/external\/login$/u);
    await sendSignIn(page, user);
    await expect(page.getByRole('alert')).toBeVisible();
    await signInToChange(page, user, oneTime, texts);
    const form = expiredForm(page, texts);
    for (const old of [oneTime, user.password]) {
      await form.password.fill(old);
      await expect(page.getByText(texts.used)).toBeVisible();
      await expect(form.submit).toBeDisabled();
    }
    const ownPassword = `Kuda-Terbang-${language}-7`;
    await choosePassword(page, ownPassword, texts);
    await mailbox.next(user.email, texts.changedMail);
    await sendSignIn(page, user, ownPassword);
    await expect(page).toHaveURL(/\/external\/orders\?/u);
  });
});
