import { expect, type Page } from '@playwright/test';

import type { AccessTexts } from './access-texts.ts';
import { rememberSecret } from './secrets.ts';
import { sendSignIn, type User } from './sign-in.ts';

/** Signs in with an expired password and waits for the form for a new one. */
export async function signInToChange(page: Page, user: User, secret: string, texts: AccessTexts): Promise<void> {
  await page.goto('login');
  await sendSignIn(page, user, secret);
  await expect(page.getByRole('alert')).toHaveText(texts.expiredNotice);
  await expect(page).toHaveURL(/\/external\/change-password$/u);
  await expect(page.getByRole('heading', { name: texts.expired, level: 1 })).toBeVisible();
}

/** Returns the parts of the form for a new password. */
export function expiredForm(page: Page, texts: AccessTexts) {
  return {
    password: page.getByLabel(texts.newPassword, { exact: true }),
    repeat: page.getByLabel(texts.repeat, { exact: true }),
    submit: page.getByRole('button', { name: texts.change }),
  };
}

/** Enters a new password twice and sends it. Ends on the sign-in page. */
export async function choosePassword(page: Page, secret: string, texts: AccessTexts): Promise<void> {
  rememberSecret(secret);
  const form = expiredForm(page, texts);
  await form.password.fill(secret);
  await expect(page.getByRole('form').getByText(texts.accepted)).toBeVisible();
  await form.repeat.fill(secret);
  await form.submit.click();
  await expect(page.getByRole('status').filter({ hasText: texts.changed })).toBeVisible();
  // The form is not shown again.
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page).toHaveURL(/\/external\/login(?:\?|$)/u);
}
