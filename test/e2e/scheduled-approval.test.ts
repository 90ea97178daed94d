import type { Page } from '@playwright/test';

import { newDestination } from './support/client-api.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { codeIn, confirmLink, type Mailbox } from './support/mailbox.ts';
import { rememberSecret } from './support/secrets.ts';
import { signIn, storedToken } from './support/sign-in.ts';
import type { OwnUser } from './support/staff.ts';

test('a large order waits for a second user with their own PIN; a monthly one repeats; wrong PINs lock', async ({
  page,
  quiet,
  staff,
  mailbox,
}) => {
  // Wrong PINs, and the lock.
  quiet.expectStatus(401, 403);
  const maker = await staff.makeUser('1003');
  const second = await staff.makeUser('1003');
  await signIn(page, second, 'profile/pin');
  const otherPin = await newPin(page, mailbox, second);
  await signIn(page, maker, 'profile/pin');
  const pin = await newPin(page, mailbox, maker);

  await page.goto('bill-payment/order-history');
  await page.getByRole('button', { name: 'Approval', exact: true }).click();
  const setting = page.getByRole('dialog', { name: 'Approval by a second user' });
  await setting.getByLabel('Total above which an order waits').fill('15000');
  await setting.getByLabel('PIN').fill(pin);
  await expectGoodLook(page, 'scheduled-approval-setting');
  await setting.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Approval limit saved')).toBeVisible();

  await startOrder(page, 'Needs two');
  const form = page.getByRole('dialog', { name: 'Create Order' });
  const number = form.getByRole('textbox', { name: 'Destination number' });
  await number.fill(newDestination('0'));
  await number.press('Enter');
  await form.getByRole('button', { name: 'Proceed' }).click();
  await typePin(page, pin);
  const status = page.getByRole('dialog', { name: 'Transaction Status' });
  await expect(status.getByText('Waiting for approval by another user')).toBeVisible();
  await status.getByRole('button', { name: 'View Orders' }).click();

  // The maker can't approve it.
  const order = page.getByRole('dialog', { name: 'Needs two' });
  await expect(
    order.getByText(/^You made this order, so another user decides about it\. It waits until/u),
  ).toBeVisible();
  await expect(order.getByRole('button', { name: 'Approve' })).toBeDisabled();
  await expect(order.getByRole('button', { name: 'Reject' })).toBeDisabled();
  const id = new URL(page.url()).searchParams.get('order') ?? '';
  const own = await page.request.post(`/v1/scheduled-orders/${id}/approve`, {
    headers: { Authorization: `Bearer ${await storedToken(page)}` },
    data: { pin },
  });
  expect([own.status(), (await own.json()).code]).toEqual([403, 'OwnApprovalError']);
  await expectGoodLook(page, 'scheduled-order-approval');
  const address = page.url();

  await signIn(page, second, address);
  await order.getByRole('button', { name: 'Approve' }).click();
  const question = page.getByRole('dialog', { name: 'Approve order' });
  await expect(question.getByLabel('PIN')).toBeFocused();
  await page.keyboard.type('111111');
  await expect(question.getByText('PIN is wrong')).toBeVisible();
  await page.keyboard.type(otherPin);
  await expect(page.getByText('The order was approved')).toBeVisible();
  await expect(order.getByText('Paid', { exact: true })).toBeVisible();
  await expect(order.getByText(`Approved by ${second.fullName}`)).toBeVisible();

  // One number is below the limit: a monthly order needs no approval.
  await startOrder(page, 'Every month');
  await form.getByText('Set Up a Schedule').click({ force: true });
  await form.getByLabel('Repeat').selectOption('monthly');
  await expect(form.getByText(/^Monthly on day \d+ at .*, 2 runs until /u)).toBeVisible();
  await expectGoodLook(page, 'bill-payment-monthly');
  await form.getByRole('button', { name: 'Proceed' }).click();
  await typePin(page, otherPin);
  await expect(status.getByText('Monthly')).toBeVisible();
  await status.getByRole('button', { name: 'Close' }).first().click();

  await startOrder(page, 'Locked');
  await form.getByRole('button', { name: 'Proceed' }).click();
  for (let tries = 0; tries < mostTries; tries += 1) {
    await typePin(page, '111111');
    await expect(page.getByText('PIN is wrong')).toBeVisible();
  }
  await typePin(page, otherPin);
  await expect(page.getByText(/^PIN is locked/u)).toBeVisible();
  await page.getByRole('link', { name: 'Forgot PIN' }).click();
  await expect(page).toHaveURL(/\/external\/profile\/pin$/u);
});

const mostTries = 5;

/** Opens the form with a name and one number. */
async function startOrder(page: Page, name: string): Promise<void> {
  await page.goto('bill-payment?searchQuery=TSEL10');
  await page.getByRole('button', { name: 'Create Order: Telkomsel 10.000', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Create Order' });
  await form.getByLabel('Transaction name').fill(name);
  const number = form.getByRole('textbox', { name: 'Destination number' });
  await number.fill(newDestination('0'));
  await number.press('Enter');
}

/** Types a PIN once its boxes are empty and wait for it. */
async function typePin(page: Page, pin: string): Promise<void> {
  const field = page.getByRole('dialog', { name: 'Input PIN' }).getByLabel('PIN');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await page.keyboard.type(pin);
}

/** Requests the first PIN of a signed-in user and returns it from the mail. */
async function newPin(page: Page, mailbox: Mailbox, { email }: OwnUser): Promise<string> {
  const resetAnswer = await page.request.post('/v1/user/resetPin', {
    headers: { Authorization: `Bearer ${await storedToken(page)}` },
  });
  expect(resetAnswer.ok(), await resetAnswer.text()).toBe(true);
  await (await confirmLink(page, await mailbox.next(email, 'Confirm your new PIN'))).close();
  const pin = codeIn(await mailbox.next(email, 'Your new PIN'));
  rememberSecret(pin);
  return pin;
}
