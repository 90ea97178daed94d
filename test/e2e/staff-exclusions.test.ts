import { readyColleague } from './support/colleague.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { runStatements } from './support/sqlite.ts';

test('Operations see what the system switched off, switch it on, and set when it does', async ({
  page,
  program,
  request,
}) => {
  const { token, username } = await readyColleague(request, program, 'operations');
  const now = `${Date.now()}000`;
  await runStatements(
    program,
    `INSERT INTO supplier_exclusions VALUES ('iak-a', 'FFIRE50', 'off', ${now}, ${now} + 900000000, 1, 12, 9, 1, '', 'system');`,
    `INSERT INTO supplier_exclusions VALUES ('iak-a', 'FFIRE70', 'trial', ${now}, NULL, 2, 340, 300, 20, '', 'system');`,
  );
  await page.addInitScript(hold, { token, username });
  await page.goto(`${program.staffApp}/suppliers`);
  const list = page.getByRole('list', { name: 'Switched off by the system' });
  await expect(list.getByRole('listitem').first()).toContainText('9 of 12 purchases failed');
  await expect(list.getByRole('listitem').last()).toContainText('one order of 20 tries it: 0 of 5 succeeded');
  await expectGoodLook(page, 'staff-exclusions');

  await list.getByRole('button', { name: 'Switch on FFIRE50, iak-a' }).click();
  const dialog = page.getByRole('dialog', { name: 'Switch on FFIRE50, iak-a' });
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await expect(dialog.getByText('Please fill this in.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('The supplier mended it');
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);

  await page.getByRole('button', { name: 'Settings…' }).click();
  const settings = page.getByRole('dialog', { name: 'When the system switches off' });
  await expectGoodLook(page, 'staff-exclusion-settings');
  await settings.getByLabel('Failed, more than percent').fill('70');
  await settings.getByLabel('Reason').fill('Fewer alarms at night');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('more than 70 % of at least 10 purchases within 15 minutes')).toBeVisible();
});

/** Runs in the page before its scripts. */
function hold({ token, username }: { token: string; username: string }): void {
  localStorage.setItem('loket.staff.session.token', JSON.stringify(token));
  localStorage.setItem('loket.staff.session.username', JSON.stringify(username));
}
