import type { Page } from '@playwright/test';

import { accessTexts } from './support/access-texts.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { codeIn, linkIn, type Mail } from './support/mailbox.ts';
import { expectPicture } from './support/pictures.ts';
import { signIn, storedToken } from './support/sign-in.ts';
import { inEveryVariant } from './support/language.ts';

const textsIn = {
  en: {
    pinMail: 'Confirm your new PIN',
    newPinMail: 'Your new PIN',
    pinDone: 'Your new PIN is on its way',
    invalid: 'This link is no longer valid',
    invalidText: /Ask for a new one on your profile page\./u,
    profile: 'Open my profile',
    open: 'Open Loket',
    nothing: 'If you did not ask for this, close this page: nothing changes.',
  },
  id: {
    pinMail: 'Konfirmasi PIN baru',
    newPinMail: 'PIN baru Anda',
    pinDone: 'PIN baru sedang dikirim',
    invalid: 'Tautan ini tidak berlaku lagi',
    invalidText: /Mintalah yang baru di halaman profil Anda\./u,
    profile: 'Buka profil saya',
    open: 'Buka Loket',
    nothing: 'Jika Anda tidak memintanya, tutup halaman ini: tidak ada yang berubah.',
  },
};

inEveryVariant(({ language }) => {
  const say = { ...accessTexts[language], ...textsIn[language] };

  async function askForPin(page: Page): Promise<void> {
    const headers = { Authorization: `Bearer ${await storedToken(page)}`, 'Accept-Language': language };
    const answer = await page.request.post('/v1/user/resetPin', { headers });
    expect(answer.ok(), await answer.text()).toBe(true);
  }

  /** Opens a link and expects its purpose and one button, in the language of the mail. */
  async function openLink(page: Page, mail: Mail): Promise<void> {
    const answer = await page.goto(linkIn(mail));
    const headers = answer?.headers() ?? {};
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; /u,
    );
    expect(headers['cache-control']).toBe('no-store');
    await expect(page).toHaveTitle(`${mail.subject} - Loket`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(mail.subject);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByRole('button')).toHaveText([say.confirm]);
    await expect(page.getByText(say.nothing)).toBeVisible();
    await expectPicture(page, 'link-pin');
  }

  /** Checks a mail as a page without scripts, as mail programs show it. */
  async function expectReadable(page: Page, mail: Mail): Promise<void> {
    expect(mail.text).not.toMatch(/[<>{}]|&\w+;/u);
    await page.goto('about:blank');
    await page.setContent(mail.html.replace(/<body[^>]*>/u, '$&<main>').replace('</body>', '</main>$&'));
    await expect(page.getByRole('link', { name: say.confirm, exact: true })).toHaveAttribute('href', linkIn(mail));
    await expectGoodLook(page, `mail-link-${language}`);
  }

  test('the link for a new PIN serves once, however often it is opened or pressed @once', async ({
    page,
    context,
    staff,
    mailbox,
  }) => {
    test.slow();
    const user = await staff.makeUser('1003');
    await signIn(page, user, 'profile');
    await askForPin(page);
    const mail = await mailbox.next(user.email, say.pinMail);
    for (const part of [mail.text, mail.html]) expect(part).toContain(say.linkEnds);
    const link = linkIn(mail);
    const late = await context.newPage();
    await late.goto(link);
    const opened = await context.newPage();
    await openLink(opened, mail);

    // It works by keyboard, and pressing twice is harmless.
    await opened.keyboard.press('Tab');
    await expect(opened.getByRole('button', { name: say.confirm })).toBeFocused();
    await opened.getByRole('button', { name: say.confirm }).dblclick();
    await expect(opened).toHaveURL(new RegExp(`/links/pin/done\\?lang=${language}&isOk=true$`, 'u'));
    await expect(opened.getByRole('heading', { level: 1 })).toHaveText(say.pinDone);
    await expect(opened.locator('html')).toHaveAttribute('lang', language);
    await expectGoodLook(opened, `link-pin-done-${language}`);
    codeIn(await mailbox.next(user.email, say.newPinMail));

    // An expired, used, incomplete or wrong link: one page that says what to do.
    await late.getByRole('button', { name: say.confirm }).click();
    for (const wrong of [undefined, link, link.replace(/.{9}\?/u, '?'), link.replace('/pin/', '/email/')]) {
      if (wrong) await late.goto(wrong);
      await expect(late).toHaveURL(new RegExp(`/links/(?:pin|email)/done\\?lang=${language}&isOk=false$`, 'u'));
      await expect(late).toHaveTitle(`${say.invalid} - Loket`);
      await expect(late.getByRole('heading', { level: 1 })).toHaveText(say.invalid);
      await expect(late.getByText(say.invalidText)).toBeVisible();
    }
    await expectGoodLook(late, `link-invalid-${language}`);
    await late.getByRole('link', { name: say.profile }).click();
    await expect(late).toHaveURL(/\/external\/profile$/u);
    await opened.getByRole('link', { name: say.open }).click();
    await expect(opened).toHaveURL(/\/external\/orders\?/u);
    await expectReadable(late, mail);
  });
});
