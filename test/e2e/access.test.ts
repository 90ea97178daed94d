import type { Page } from '@playwright/test';

import { expect, test } from './support/journey.ts';
import { tabTo } from './support/keyboard.ts';
import { expectAccessible, expectGoodLook } from './support/look.ts';
import { ordersOf, signIn, users } from './support/sign-in.ts';

const everyone = ['Order History', 'Deposit', 'Invoice', 'SKU & Price List', 'Customer Service'];

/** Returns the entries of the sidebar in order, without Logout. */
async function entriesOf(page: Page): Promise<string[]> {
  return page.getByRole('navigation', { name: 'Main menu' }).getByRole('listitem').allInnerTexts();
}

test('shows a client with every feature the whole sidebar, and every entry leads somewhere', async ({ page }) => {
  await signIn(page);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const entries = (await entriesOf(page)).map((text) => text.replaceAll(/\s+/gu, ' '));
  expect(entries).toEqual(['Bill Payment', 'Connect New', ...everyone]);
  await expect(menu.getByRole('button', { name: 'Logout' })).toBeVisible();

  await menu.getByRole('link', { name: 'Bill Payment' }).click();
  await expect(page).toHaveURL(/\/external\/bill-payment\?operatorType=mobile$/u);
  await expect(page.getByRole('button', { name: /^Create Order: / }).first()).toBeVisible();
  const areas = { Connect: 'connect', Deposit: 'deposit', Invoice: 'invoice', 'Customer Service': 'cs' };
  for (const [name, path] of Object.entries({ ...areas, 'SKU & Price List': 'product' })) {
    const entry = menu.getByRole('link', { name });
    await entry.click();
    await expect(page).toHaveURL(new RegExp(`/external/${path}$`, 'u'));
    // The home of Connect greets the user.
    const heading = name === 'Connect' ? /^Welcome, / : name;
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    await expect(entry).toHaveAttribute('aria-current', 'page');
    if (name === 'Customer Service') {
      const greeting = /^https:\/\/wa\.me\/\d+\?text=./u;
      await expect(page.getByRole('link', { name: 'Open WhatsApp' })).toHaveAttribute('href', greeting);
      await expect(page.getByRole('link', { name: 'Write an email' })).toHaveAttribute('href', /^mailto:/u);
      await expect(page.getByRole('link', { name: 'Open a ticket' })).toHaveAttribute('href', /^https:/u);
      await expectGoodLook(page, 'customer-service');
    }
  }
  await menu.getByRole('link', { name: 'Order History' }).click();
  await expect(ordersOf(page).getByRole('row')).toHaveCount(11);

  // The demo gives this user the option that shows Report.
  for (const [tab, title] of Object.entries({ Export: 'Export Order', Report: 'Download Report Data' })) {
    await page.getByRole('link', { name: tab }).click();
    await expect(page.getByText(title)).toBeVisible();
    await expectAccessible(page);
  }
  await page.getByRole('link', { name: 'List', exact: true }).click();
  await expect(ordersOf(page).getByRole('row')).toHaveCount(11);

  await page.getByRole('button', { name: 'Help' }).click();
  const help = page.getByRole('dialog', { name: 'Help' });
  await expect(help.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+\?text=./u);
  await expect(help.getByRole('link', { name: 'Email' })).toHaveAttribute('href', /^mailto:/u);
  await expect(help.getByRole('link', { name: 'Helpdesk' })).toHaveAttribute('href', /^https:/u);
  await expectGoodLook(page, 'help');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(page.getByRole('button', { name: 'Help' })).toBeFocused();
});

test('closes to a user without permission what needs one, and says why', async ({ page }) => {
  await signIn(page, users.viewer);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  for (const name of ['Bill Payment', 'Invoice']) {
    const entry = menu.getByRole('link', { name });
    await expect(entry).toHaveAttribute('aria-disabled', 'true');
    await tabTo(page, 'link', name);
    await expect(page.getByRole('tooltip')).toHaveText(/don’t have permission for this area/u);
    await expectAccessible(page);
    await entry.click({ force: true });
    await expect(page).toHaveURL(/\/external\/orders\?/u);
  }
  await expect(ordersOf(page).getByRole('row')).toHaveCount(11);
  await expect(page.getByRole('link', { name: 'Export', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Report' })).toHaveCount(0);
  await expect(page.getByText('Set your PIN now for a faster and safer experience')).toHaveCount(0);
  await expectGoodLook(page, 'orders-viewer');
});

test('asks the root user of a corporate client for a PIN', async ({ page }) => {
  await signIn(page, users.withoutPin);
  expect(await entriesOf(page)).toEqual(['Bill Payment', ...everyone]);
  await expect(page.getByText('Set your PIN now for a faster and safer experience')).toBeVisible();
  await expectGoodLook(page, 'pin-banner');
  await page.getByRole('link', { name: 'Set Up PIN now' }).click();
  await expect(page).toHaveURL(/\/external\/profile\/pin$/u);
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  // On that page the form itself asks for it.
  await expect(page.getByRole('button', { name: 'Request new PIN' })).toBeVisible();
  await expect(page.getByText('Set your PIN now')).toHaveCount(0);
});

test('shows a client without features the plain counter', async ({ page }) => {
  await signIn(page, users.small);
  expect(await entriesOf(page)).toEqual(everyone);
  const filters = page.getByRole('form', { name: 'Filters' });
  await expect(filters.getByLabel('Status')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible();
  await expect(filters.getByLabel('Payment Type')).toHaveCount(0);
  await expect(page.getByText('Set your PIN now')).toHaveCount(0);
  await expectGoodLook(page, 'orders-empty');
});
