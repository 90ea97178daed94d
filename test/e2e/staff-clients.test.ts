import { newDestination, newReference } from './support/client-api.ts';
import { holdStaffSession, readyColleague } from './support/colleague.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';

test('support reads what a client does, and looks at the portal as its user without receipts', async ({
  page,
  context,
  program,
  request,
  clientApi,
}) => {
  const { orderId } = await clientApi.placeOrder(newDestination('0'));
  const support = await readyColleague(request, program, 'support');
  await holdStaffSession(page, support);
  await page.goto(`${program.staffApp}/clients/1001`);
  const orders = page.getByRole('region', { name: 'Orders', exact: true });
  await expect(orders.getByRole('listbox', { name: 'Orders that ended in the last 30 days' })).toBeVisible();
  await expect(orders.getByText('Success rate')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Open', exact: true }).getByText('Scheduled orders')).toBeVisible();
  // What it paid and its invoices are for finance.
  await expect(orders.getByText('Gross margin')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Open invoices' })).toHaveCount(0);
  await expectGoodLook(page, 'staff-client');

  await page.getByRole('link', { name: 'Keys and webhooks' }).click();
  await expect(page.getByRole('table', { name: 'API keys' }).getByRole('row', { name: /lk_…1001/u })).toBeVisible();
  await expectGoodLook(page, 'staff-client-programs');
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByRole('button', { name: 'Help root' }).click();
  const help = page.getByRole('dialog', { name: 'Help root' });
  await help.getByLabel('What to do').selectOption('look');
  await help.getByRole('textbox', { name: 'Reason' }).fill('Asked what an order shows');
  await help.getByRole('button', { name: 'Do it' }).click();
  const opening = context.waitForEvent('page');
  await help.getByRole('link', { name: 'Open the portal' }).click();
  const portal = await opening;
  const banner = portal.getByRole('region', { name: 'Read only' });
  await expect(banner).toContainText(support.username);
  await portal.goto(`${program.dashboard}orders?query=${orderId}&order=${orderId}`);
  const detail = portal.getByRole('dialog');
  await expect(detail.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await expect(detail.getByText('Success', { exact: true }).first()).toBeVisible();
  await expect(portal.getByRole('button', { name: /Receipt/u })).toHaveCount(0);
  await portal.keyboard.press('Escape');
  await banner.getByRole('button', { name: 'End' }).click();
  await expect(portal).toHaveURL(/\/login/u);
});

test('operations makes a client until only its own steps are left, and closes it', async ({
  page,
  program,
  request,
}) => {
  const operations = await readyColleague(request, program, 'operations');
  await holdStaffSession(page, operations);
  const code = `made${newReference().replaceAll(/\W/gu, '').slice(-8).toLowerCase()}`;
  await page.goto(`${program.staffApp}/clients`);
  await page.getByRole('button', { name: 'New client' }).click();
  const dialog = page.getByRole('dialog', { name: 'New client' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Toko Baru');
  await dialog.getByRole('textbox', { name: 'Code' }).fill(code);
  await dialog.getByRole('textbox', { name: 'Finance email' }).fill(`${code}@example.com`);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Contract 12');
  await expectGoodLook(page, 'staff-new-client');
  await dialog.getByRole('button', { name: 'New client' }).click();
  await expect(page.getByText('Toko Baru was made')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Toko Baru' })).toBeVisible();

  await page.getByRole('link', { name: 'Wallets', exact: true }).click();
  await page.getByRole('button', { name: 'New wallet' }).click();
  const wallet = page.getByRole('dialog', { name: 'New wallet' });
  await wallet.getByRole('textbox', { name: 'Reason' }).fill('Contract 12');
  await wallet.getByRole('button', { name: 'New wallet' }).click();
  await expect(page.getByText('The wallet was made')).toBeVisible();

  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByRole('button', { name: 'Invite user' }).first().click();
  const invite = page.getByRole('dialog', { name: 'Invite user' });
  await invite.getByRole('textbox', { name: 'Username' }).fill('root');
  await invite.getByRole('textbox', { name: 'Email' }).fill(`root.${code}@example.com`);
  await invite.getByRole('textbox', { name: 'Reason' }).fill('Contract 12');
  await invite.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText('The user was invited')).toBeVisible();

  await page.getByRole('link', { name: 'Overview', exact: true }).last().click();
  const checklist = page.getByRole('region', { name: 'Checklist' });
  await expect(checklist.getByRole('listitem').filter({ hasText: 'Active root user' })).toContainText('Done');
  await expect(checklist.getByRole('listitem').filter({ hasText: 'First sign-in' })).toContainText('Left');

  await page.getByRole('button', { name: 'Close client' }).click();
  const closing = page.getByRole('dialog', { name: 'Close client' });
  await expect(closing.getByText('Nothing is open.')).toBeVisible();
  await closing.getByRole('textbox', { name: 'Reason' }).fill('Made for a trial');
  await closing.getByRole('button', { name: 'Close client' }).click();
  await expect(page.getByText('The client is closed', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reopen client' })).toBeVisible();
});
