import { holdStaffSession, readyColleague } from './support/colleague.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';

test('finance notes why a transfer is held, assigns it, and returns another', async ({ page, program, request }) => {
  const finance = await readyColleague(request, program, 'finance');
  const [paid, strange] = [3_417_000, 4_518_000];
  for (const amount of [paid, strange]) {
    const sent = await request.post(`${program.simulators}/bank/transfers`, { data: { bankCode: 'BBCA', amount } });
    expect(sent.ok(), await sent.text()).toBe(true);
  }
  await holdStaffSession(page, finance);
  await page.goto(`${program.staffApp}/topups`);
  const rowOf = (amount: string) => page.getByRole('row').filter({ hasText: amount });
  await expect(rowOf('3.417.000')).toBeVisible();
  await expect(rowOf('3.417.000').getByText('No match')).toBeVisible();

  await page.getByRole('button', { name: /Note about transfer of Rp\s3\.417\.000/u }).click();
  const note = page.getByRole('dialog', { name: 'Note about transfer' });
  await note.getByRole('textbox', { name: 'Note' }).fill('Asked the bank for the sender');
  await note.getByRole('button', { name: 'Save note' }).click();
  await expect(rowOf('3.417.000').getByText(/Asked the bank for the sender/u)).toBeVisible();
  await expectGoodLook(page, 'staff-suspense');

  await page.getByRole('button', { name: /Assign transfer of Rp\s3\.417\.000/u }).click();
  const assign = page.getByRole('dialog', { name: 'Assign transfer' });
  await assign.getByRole('textbox', { name: 'Client ID' }).fill('1001');
  await assign.getByLabel('Wallet', { exact: true }).selectOption('multibiller');
  await assign.getByRole('textbox', { name: 'Reason' }).fill('Slip of the client seen');
  await expect(assign.getByText('Multibiller after')).toBeVisible();
  await expectGoodLook(page, 'staff-assign');
  await assign.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(page.getByText('The transfer was credited')).toBeVisible();
  await expect(rowOf('3.417.000')).toHaveCount(0);

  await page.getByRole('button', { name: /Return transfer of Rp\s4\.518\.000/u }).click();
  const giveBack = page.getByRole('dialog', { name: 'Return transfer' });
  await giveBack.getByRole('textbox', { name: 'Reason' }).fill('Sent back, FT26331889');
  await giveBack.getByRole('button', { name: 'Return', exact: true }).click();
  await expect(rowOf('4.518.000')).toHaveCount(0);

  // What clients announced, and the numbers of one.
  await page.getByRole('link', { name: 'Open top-ups' }).click();
  await expect(page.getByRole('region', { name: 'Open top-ups' })).toBeVisible();
  await page.getByRole('link', { name: 'Virtual accounts' }).click();
  await page.getByLabel('Client ID').fill('1001');
  await expect(page.getByRole('row', { name: /BCA/u }).first()).toBeVisible();
  await expectGoodLook(page, 'staff-virtual-accounts');

  // What was assigned stands in the history of the wallet.
  await page.goto(`${program.staffApp}/clients/1001?tab=wallets`);
  await page.getByRole('link', { name: 'Multibiller' }).click();
  await expect(page.getByRole('row', { name: /Top-up.*3\.417\.000/u })).toBeVisible();
});

test('finance compares a proof with its invoice, and lets a client pay later', async ({ page, program, request }) => {
  const finance = await readyColleague(request, program, 'finance');
  await holdStaffSession(page, finance);
  await page.goto(`${program.staffApp}/invoices?status=pending&clientId=1001`);
  await page
    .getByRole('link', { name: /Open invoice LKT-INV/u })
    .first()
    .click();
  await expect(page.getByRole('img', { name: /Proof of payment of LKT-INV/u })).toBeVisible();
  await expectGoodLook(page, 'staff-invoice');
  await page.getByRole('button', { name: 'Credit note…' }).click();
  const note = page.getByRole('dialog', { name: /Credit note for LKT-INV/u });
  await expectGoodLook(page, 'staff-credit-note');
  await note.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Record payment…' }).click();
  const paid = page.getByRole('dialog', { name: /Record payment of LKT-INV/u });
  await paid.getByRole('textbox', { name: 'Reason' }).fill('Transfer of yesterday, seen at BCA');
  await paid.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();

  await page.goto(`${program.staffApp}/clients/1004?tab=settlement`);
  await page.getByRole('button', { name: 'Let the client pay later' }).click();
  const settlement = page.getByRole('dialog', { name: 'Let the client pay later' });
  await settlement.getByRole('textbox', { name: 'Limit', exact: true }).fill('5000000');
  await settlement.getByRole('textbox', { name: 'Highest limit' }).fill('8000000');
  await settlement.getByRole('checkbox', { name: 'Thursday' }).check();
  await settlement.getByRole('textbox', { name: 'Reason' }).fill('Contract 12');
  await expectGoodLook(page, 'staff-settlement');
  await settlement.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The settlement was saved')).toBeVisible();
  await expect(page.getByText('Monday, Thursday')).toBeVisible();
});
