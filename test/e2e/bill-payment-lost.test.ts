import type { Page } from '@playwright/test';

import { newDestination } from './support/client-api.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { signIn, users } from './support/sign-in.ts';

const name = 'Lost answer';

/** Fills in an order of one number, up to the question for the PIN or for the earlier order. */
async function order(page: Page, number: string): Promise<void> {
  const form = page.getByRole('dialog', { name: 'Create Order' });
  await form.getByLabel('Transaction name').fill(name);
  const field = form.getByRole('textbox', { name: 'Destination number' });
  await field.fill(number);
  await field.press('Enter');
  await form.getByRole('button', { name: 'Proceed' }).click();
}

test('an order whose answer is lost is found after Back, a reload and in a second tab, and made once @core', async ({
  page,
  context,
  quiet,
}) => {
  quiet.expect(/ERR_FAILED/u);
  const number = newDestination('0');
  let sends = 0;
  await context.route('**/v1/scheduled-orders', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    sends += 1;
    // The order is made, but its answer is lost.
    await route.fetch();
    return route.abort();
  });
  await signIn(page, users.root, 'bill-payment?create=TSEL10');
  await order(page, number);
  await expect(page.getByRole('dialog', { name: 'Input PIN' }).getByLabel('PIN')).toBeFocused();
  await page.keyboard.type('135790');
  const earlier = page.getByRole('dialog', { name: 'An order got no answer' });
  await expect(earlier.getByText(/It may exist already\.$/u)).toBeVisible();
  await expect(earlier.getByText('The order was made. It was made only once.')).toBeVisible();
  await expect(earlier.getByText(name)).toBeVisible();
  await expectGoodLook(page, 'bill-payment-lost');

  await earlier.getByRole('button', { name: 'Back' }).click();
  await expect(earlier).toBeHidden();
  await page.reload();
  const form = page.getByRole('dialog', { name: 'Create Order' });
  await expect(form.getByLabel('Transaction name')).toHaveValue(name);
  await form.getByRole('button', { name: 'Proceed' }).click();
  await expect(earlier.getByText('The order was made. It was made only once.')).toBeVisible();

  // Its storage of the tab is empty, as in each new tab.
  const second = await context.newPage();
  await second.goto(page.url());
  await order(second, number);
  const dialog = second.getByRole('dialog', { name: 'An order got no answer' });
  await expect(dialog.getByText('The order was made. It was made only once.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Show this order' }).click();
  await expect(second.getByRole('dialog', { name: 'Transaction Status' })).toContainText(/Rp\.\s?10\.250/u);

  await page.goto(`bill-payment/order-history?searchQuery=${encodeURIComponent(name)}`);
  await expect(page.getByRole('link', { name })).toHaveCount(1);
  expect(sends).toBe(1);
});
