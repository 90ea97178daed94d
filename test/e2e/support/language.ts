import { expect, type Page } from '@playwright/test';

/** The languages of the dashboard. */
export const languages = ['en', 'id'] as const;
/** A language of the dashboard. */
export type Language = (typeof languages)[number];

const names: Record<Language, string> = {
  en: 'English',
  id: 'Bahasa Indonesia',
};

/** Chooses the language as a person does, in the account's popover or, before sign-in, at the top of the page. */
export async function speak(page: Page, language: Language): Promise<void> {
  const html = page.locator('html');
  if ((await html.getAttribute('lang')) === language) return;
  const account = page.getByRole('button', { name: /^(?:Account of|Akun) /u });
  const switches = page.getByRole('button', { name: /(?:Switch|Ganti ke) /u }).filter({ hasText: /English|Bahasa/u });
  await expect(account.or(switches)).toBeVisible();
  if (await account.isVisible()) {
    await account.click();
    await page.getByRole('button', { name: names[language], exact: true }).click();
    await page.keyboard.press('Escape');
  } else {
    await switches.click();
  }
  await expect(html).toHaveAttribute('lang', language);
}
