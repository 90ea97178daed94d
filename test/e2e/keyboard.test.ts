import { expect, test } from './support/journey.ts';
import { tabTo } from './support/keyboard.ts';
import { rememberSecret } from './support/secrets.ts';
import { ordersOf, password, users } from './support/sign-in.ts';

test('signs in, searches and copies the first order without a mouse', async ({ page }) => {
  rememberSecret(password);
  await page.goto('./');
  await tabTo(page, 'textbox', 'Client ID');
  await page.keyboard.type(users.root.clientId);
  await page.keyboard.press('Tab');
  await page.keyboard.type(users.root.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  const rows = ordersOf(page).getByRole('row');
  await expect(rows).toHaveCount(11);

  await expect(page.getByRole('heading', { level: 1, name: 'Order History' })).toBeFocused();

  // After a full page load the focus is at the top.
  await page.reload();
  await expect(rows).toHaveCount(11);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, 'button', /^Copy order \d+$/u);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Order copied!' })).toBeVisible();
  const id = /^Order ID: (\d+)$/mu.exec(await page.evaluate(() => navigator.clipboard.readText()))?.[1] ?? '';

  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: 'Search orders' });
  await expect(search).toBeFocused();
  await page.keyboard.type(`#${id}`);
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('');
  await expect(rows).toHaveCount(11);

  // A dialog takes the focus, and Esc returns it.
  await tabTo(page, 'button', /^Date range:/u);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Date range' }).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Date range:/u })).toBeFocused();
});
