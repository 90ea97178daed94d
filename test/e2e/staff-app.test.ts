import type { Page } from '@playwright/test';

import { App } from './support/authenticator-app.ts';
import { newDestination } from './support/client-api.ts';
import { addColleague, chosenPassword, readyColleague } from './support/colleague.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { rememberSecret } from './support/secrets.ts';
import { runStatements } from './support/sqlite.ts';

/** Fills in and sends the first step of the sign-in. */
async function sendFirstStep(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'LOGIN' }).click();
}

/** Goes through the first sign-in: another password, an authenticator app, recovery codes. Returns the app. */
async function signInFirst(page: Page, username: string, oneTime: string): Promise<App> {
  await sendFirstStep(page, username, oneTime);
  await page.getByLabel('New password', { exact: true }).fill(chosenPassword);
  await page.getByLabel('Confirm new password').fill(chosenPassword);
  await expect(page.getByText('This password can be used', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page).toHaveURL(/\/login/u);
  await sendFirstStep(page, username, chosenPassword);
  await expect(page.getByRole('heading', { name: 'Set up two-step verification' })).toBeVisible();
  await expectGoodLook(page, 'staff-set-up');
  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  const setUp = page.getByRole('dialog', { name: 'Set up authenticator app' });
  await expect(setUp.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const app = new App(await setUp.locator('code').innerText());
  await setUp.getByLabel('Code that the app shows now').fill(await app.earlierCode());
  await setUp.getByRole('button', { name: 'Confirm' }).click();
  const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(shown.getByRole('listitem')).toHaveCount(10);
  (await shown.getByRole('listitem').allInnerTexts()).forEach(rememberSecret);
  await shown.getByLabel('I have kept these codes').check();
  await shown.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'CONTINUE' }).click();
  await expect(page).toHaveURL(/\/overview$/u);
  return app;
}

test('an owner signs in for the first time, approves what Operations asked for, and not what they asked for themselves', async ({
  page,
  request,
  program,
  clientApi,
  quiet,
}) => {
  // The one-time password, and the call that needs a proof.
  quiet.expectStatus(401, 403);
  const operations = await readyColleague(request, program, 'operations');
  const orders = await Promise.all([0, 1].map(() => clientApi.placeOrder(newDestination('0'))));
  const readStatus = async (orderId: string, token: string) => {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await request.get(`${program.staffApp}/staff/v1/orders/${orderId}`, { headers });
    const order: { status: string } = await answer.json();
    return order.status;
  };
  const askRefund = async (orderId: string, token: string) => {
    const headers = { Authorization: `Bearer ${token}` };
    const path = `${program.staffApp}/staff/v1/orders/${orderId}`;
    await expect.poll(async () => readStatus(orderId, token)).toBe('success');
    const data = { supplierSaid: true, reason: 'Chat of 14:02', clientReason: 'reversed' };
    const answer = await request.post(`${path}/refund`, { headers, data });
    expect(answer.status(), await answer.text()).toBe(202);
  };
  const [one, other] = orders.map(({ orderId }) => orderId);
  await askRefund(one ?? '', operations.token);

  const owner = await addColleague(program, 'owner');
  await page.goto(`${program.staffApp}/`);
  await expectGoodLook(page, 'staff-sign-in');
  const app = await signInFirst(page, owner.username, owner.password);
  await expect(page.getByRole('heading', { name: 'Needs a person' })).toBeVisible();
  await expectGoodLook(page, 'staff-overview');

  // Who asked doesn't decide.
  const token: string = await page.evaluate(() =>
    JSON.parse(localStorage.getItem('loket.staff.session.token') ?? '""'),
  );
  rememberSecret(token);
  await expect.poll(async () => readStatus(other ?? '', token)).toBe('success');
  await page.goto(`${program.staffApp}/orders/${other}`);
  await page.getByRole('button', { name: 'Refund…' }).click();
  const refund = page.getByRole('dialog');
  await refund.getByRole('combobox').selectOption({ index: 1 });
  await refund.getByLabel('Reason for the file').fill('Chat of 14:02');
  await refund.getByRole('checkbox').check();
  await expectGoodLook(page, 'staff-refund');
  await refund.getByRole('button', { name: 'Ask for the refund' }).click();
  await expect(page.getByText('A refund of this order waits for a second person')).toBeVisible();
  await expectGoodLook(page, 'staff-order');
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: /Approvals/u })
    .click();
  await page.getByRole('link', { name: 'Asked by me' }).click();
  await page.getByRole('link', { name: /asked by you/u }).click();
  const requestCard = page.getByRole('region', { name: 'Refund of an order' });
  await expect(requestCard.getByText('You asked for this one: another person decides.')).toBeVisible();
  await expect(requestCard.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  // What Operations asked for, with before and after. The proof of the sign-in is too old.
  await runStatements(program, `UPDATE sessions SET proved_at = 0 WHERE client_id = 1;`);
  await page.getByRole('link', { name: 'Waiting', exact: true }).click();
  await page.getByRole('link', { name: new RegExp(`asked by ${operations.username}`, 'u') }).click();
  await expect(requestCard.getByRole('row', { name: /Order/u }).first()).toContainText(one ?? '');
  await expect(requestCard.getByRole('row', { name: /Status/u })).toContainText('success');
  await expectGoodLook(page, 'staff-approval');
  await requestCard.getByLabel('Your reason').fill('Compared with the chat');
  await requestCard.getByRole('button', { name: 'Approve' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await proof.getByLabel('Code of your authenticator app').fill(app.code());
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Approved and carried out')).toBeVisible();

  await page.getByRole('link', { name: 'Decided' }).click();
  await page.getByRole('link', { name: new RegExp(`asked by ${operations.username}`, 'u') }).click();
  await expect(requestCard.getByText('Compared with the chat')).toBeVisible();

  // Both stand in the audit log.
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByLabel('Who', { exact: true }).fill(`staff:${owner.username}`);
  await page.getByRole('button', { name: 'Show Data' }).click();
  await expect(page.getByRole('table', { name: 'Audit log' })).toContainText('approval.approved');
  await expectGoodLook(page, 'staff-audit');

  // A supplier is switched off for a while, and on again.
  await page.getByRole('link', { name: 'Suppliers' }).click();
  const row = page.getByRole('row', { name: /digiflazz-b/u });
  const switchTo = async (on: boolean, reason: string) => {
    await row.getByRole('button', { name: 'Switch digiflazz-b' }).click();
    const dialog = page.getByRole('dialog', { name: 'Switch digiflazz-b' });
    await dialog.getByLabel('Purchases').setChecked(on);
    if (!on) await dialog.getByLabel('On again by itself').selectOption({ label: 'After 4 hours' });
    await dialog.getByLabel('Reason').fill(reason);
    await expectGoodLook(page, 'staff-supplier-switch');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  };
  await switchTo(false, 'Its deposit is empty');
  await expect(row.getByText('Switched off')).toBeVisible();
  await expect(row.getByText('Its deposit is empty')).toBeVisible();
  await expectGoodLook(page, 'staff-suppliers');
  await switchTo(true, 'Refilled');
  await expect(row.getByText('Switched off')).toHaveCount(0);

  // The balance has an alarm, and a refill is noted.
  await page.getByRole('link', { name: 'digiflazz-b' }).click();
  await page.getByRole('button', { name: 'Limits…' }).click();
  const limits = page.getByRole('dialog', { name: 'Limits of digiflazz-b' });
  await limits.getByLabel('Warn below').fill('150000000');
  await limits.getByLabel('Reason').fill('Use of a night');
  await limits.getByRole('button', { name: 'Save' }).click();
  await expect(limits).toBeHidden();
  await expect(page.getByText('Rp 150.000.000')).toBeVisible();
  await page.getByRole('button', { name: 'Note refill…' }).click();
  const refill = page.getByRole('dialog', { name: 'Refill of digiflazz-b' });
  await refill.getByLabel('Amount').fill('300000000');
  await refill.getByLabel('Reference of the transfer').fill('BCA 4500123');
  await refill.getByLabel('Reason').fill('For the weekend');
  await expectGoodLook(page, 'staff-refill');
  await refill.getByRole('button', { name: 'Save' }).click();
  await expect(refill).toBeHidden();
  await expect(page.getByText('BCA 4500123')).toBeVisible();
  await expect(page.getByRole('table', { name: 'SKUs' }).getByRole('row').nth(1)).toBeVisible();
  await expectGoodLook(page, 'staff-supplier');

  // Rules of routing are added, moved by keys, stored for a reason, and tried.
  await page.getByRole('link', { name: 'Routing' }).click();
  for (const [name, choice] of [
    ['Cheap at first', 'Cheapest'],
    ['Telkomsel to one', 'Fixed order'],
  ] as const) {
    await page.getByRole('button', { name: 'Add rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rule' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Choice').selectOption({ label: choice });
    if (choice === 'Fixed order') {
      await dialog.getByLabel('Beginnings of the number').fill('0899');
      await dialog.getByRole('button', { name: 'Done' }).click();
      await expect(dialog.getByText('This choice needs its suppliers.')).toBeVisible();
      await dialog.getByLabel('Suppliers', { exact: true }).selectOption('digiflazz-b');
      await expectGoodLook(page, 'staff-routing-rule');
    }
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toBeHidden();
  }
  await page.getByRole('button', { name: 'Edit Telkomsel to one' }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByRole('button', { name: 'Edit Telkomsel to one' })).toBeFocused();
  await expect(page.getByRole('listitem').filter({ hasText: 'Cheap at first' })).toContainText('2');
  const storeRules = async (reason: string) => {
    await page.getByRole('button', { name: 'Save…' }).click();
    await page.getByRole('dialog', { name: 'Save the rules' }).getByLabel('Reason').fill(reason);
    await page.keyboard.press('Enter');
    await expect(page.getByText(reason)).toBeVisible();
  };
  await storeRules('The first one is slow');
  await page.getByLabel('Product code').fill('TSEL10');
  await page.getByLabel('Number', { exact: true }).fill('089934567890');
  await page.getByRole('button', { name: 'Show suppliers' }).click();
  await expect(page.getByText('Rule 1: Telkomsel to one')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Suppliers' })).toContainText('digiflazz-b');
  await expect(page.getByRole('listitem').filter({ hasText: 'not in the rule' }).first()).toBeVisible();
  await expectGoodLook(page, 'staff-routing');
  await page.getByRole('button', { name: 'Remove Telkomsel to one' }).click();
  await page.getByRole('button', { name: 'Remove Cheap at first' }).click();
  await storeRules('All is well again');
  await page.getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByRole('table').first()).toBeVisible();
  await expectGoodLook(page, 'staff-reports');
});

test('Support signs in by a code, searches by the keyboard, and reads what its role does not open', async ({
  page,
  request,
  program,
  clientApi,
}) => {
  const support = await readyColleague(request, program, 'support');
  await page.clock.install();
  await page.goto(`${program.staffApp}/`);
  await sendFirstStep(page, support.username, support.password);
  await page.getByLabel('Code', { exact: true }).fill(support.app.code());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Needs a person' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Audit log' })).toHaveCount(0);

  // Who is away is told before the session ends, and stays.
  await page.clock.fastForward('27:30');
  const notice = page.getByRole('dialog', { name: 'You will be signed out soon' });
  await expectGoodLook(page, 'staff-session-end');
  const stayed = page.waitForRequest(
    (call) => call.url().endsWith('/staff/v1/me') && !('loket-unattended' in call.headers()),
  );
  await notice.getByRole('button', { name: 'Stay signed in' }).click();
  await stayed;
  await expect(notice).toBeHidden();

  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search' });
  await expect(search.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('nothing-has-this-name');
  await page.keyboard.press('Enter');
  await expect(search.getByText('Nothing is named “nothing-has-this-name”').first()).toBeVisible();
  await expectGoodLook(page, 'staff-search');
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();

  // Filters that are used again have a name.
  await page.getByRole('link', { name: 'All orders' }).click();
  const views = page.getByRole('navigation', { name: 'Views' });
  await expect(views.getByText('Keep filters that you use again as a view.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Failed' });
  await page.getByRole('button', { name: 'Show Data' }).click();
  await views.getByRole('button', { name: 'Save view…' }).click();
  await page.getByRole('dialog', { name: 'Save view' }).getByLabel('Name').fill('All that failed');
  await page.keyboard.press('Enter');
  const view = views.getByRole('link', { name: 'All that failed' });
  await expect(view).toHaveAttribute('aria-current', 'page');
  await expectGoodLook(page, 'staff-orders-view');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'All orders' }).click();
  await expect(view).not.toHaveAttribute('aria-current');
  await view.click();
  await expect(page).toHaveURL(/\/orders\?status=failed$/u);
  await views.getByRole('button', { name: 'Remove view All that failed' }).click();
  await expect(view).toHaveCount(0);

  // Support reads an order, and neither refunds nor settles it.
  const { orderId } = await clientApi.placeOrder(newDestination('0'));
  await page.goto(`${program.staffApp}/orders/${orderId}`);
  await expect(page.getByRole('region', { name: 'Staff notes' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^(?:Refund|Settle)…$/u })).toHaveCount(0);
  const refused = await request.post(`${program.staffApp}/staff/v1/orders/${orderId}/refund`, {
    headers: { Authorization: `Bearer ${support.token}` },
    data: { supplierSaid: true, reason: 'Chat of 14:02', clientReason: 'reversed' },
  });
  expect(await refused.json()).toMatchObject({ code: 'ForbiddenError' });

  await page.goto(`${program.staffApp}/audit`);
  await expect(page.getByText('Your role doesn’t include this page. Ask an owner.')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/u);
});
