import type { Page } from '@playwright/test';

import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { expectSuccess } from './support/notices.ts';
import { ordersOf, sendSignIn, signIn, type User } from './support/sign-in.ts';
import { inEveryVariant } from './support/language.ts';

const textsIn = {
  en: {
    sessions: 'Sessions',
    thisSession: 'This device',
    end: /^End /u,
    question: 'End this session?',
    confirm: 'End',
    ended: 'Session has been ended',
    endOthers: 'End all others',
    othersQuestion: 'End all other sessions?',
    othersEnded: 'All other sessions have been ended',
    safari: 'Safari on iOS',
  },
  id: {
    sessions: 'Sesi',
    thisSession: 'Perangkat ini',
    end: /^Akhiri Safari/u,
    question: 'Akhiri sesi ini?',
    confirm: 'Akhiri',
    ended: 'Sesi telah diakhiri',
    endOthers: 'Akhiri yang lain',
    othersQuestion: 'Akhiri semua sesi lain?',
    othersEnded: 'Semua sesi lain telah diakhiri',
    safari: 'Safari di iOS',
  },
};

/** User agent of a second device. */
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

/** Signs in on a second device. */
async function signInElsewhere(other: Page, page: Page, own: User): Promise<void> {
  await other.goto(new URL('/external/login', page.url()).href);
  await sendSignIn(other, own);
  await expect(ordersOf(other)).toBeVisible();
}

inEveryVariant(({ language, phone }) => {
  const texts = textsIn[language];
  const sessionsOf = (page: Page) => page.getByRole('region', { name: texts.sessions, exact: true });
  // The head of the table is a row too.
  const rowsOf = (page: Page) =>
    phone
      ? sessionsOf(page).getByRole('listitem')
      : sessionsOf(page)
          .getByRole('row')
          .filter({ has: page.getByRole('cell') });

  test('shows where one is signed in, and ends one session or all others @once', async ({ page, browser, staff }) => {
    const own = await staff.makeUser('1003', 'user');
    await signIn(page, own, 'profile/security');
    const device = await browser.newContext({ userAgent: iPhone });
    const other = await device.newPage();
    await signInElsewhere(other, page, own);
    await page.reload();
    await expect(rowsOf(page)).toHaveCount(2);
    await expect(rowsOf(page).filter({ hasText: texts.thisSession })).toHaveCount(1);
    await expectGoodLook(page, `profile-security-${language}`);
    const theirs = rowsOf(page).filter({ hasText: texts.safari });
    await expect(theirs).not.toContainText(texts.thisSession);
    await theirs.getByRole('button', { name: texts.end }).click();
    const question = page.getByRole('dialog', { name: texts.question });
    await expect(question).toContainText(texts.safari);
    await question.getByRole('button', { name: texts.confirm, exact: true }).click();
    await expectSuccess(page, texts.ended);
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(other).toHaveURL(/\/external\/login\?next=/u, { timeout: 30_000 });

    await signInElsewhere(other, page, own);
    await page.reload();
    await expect(rowsOf(page)).toHaveCount(2);
    await page.getByRole('button', { name: texts.endOthers }).click();
    const all = page.getByRole('dialog', { name: texts.othersQuestion });
    await all.getByRole('button', { name: texts.endOthers }).click();
    await expectSuccess(page, texts.othersEnded);
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(other).toHaveURL(/\/external\/login\?next=/u, { timeout: 30_000 });
    await device.close();
  });
});
