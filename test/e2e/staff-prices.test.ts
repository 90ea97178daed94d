import { readyColleague } from './support/colleague.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';

test('finance sets a price rule after its preview, holds a price by hand against it, removes it, and puts a client into a segment', async ({
  page,
  program,
  request,
}) => {
  const finance = await readyColleague(request, program, 'finance');
  await page.addInitScript(
    ({ token, username }) => {
      localStorage.setItem('loket.staff.session.token', JSON.stringify(token));
      localStorage.setItem('loket.staff.session.username', JSON.stringify(username));
    },
    { token: finance.token, username: finance.username },
  );
  await page.goto(`${program.staffApp}/prices?tab=rules`);
  await expect(page.getByText('A price by hand stays.', { exact: false })).toBeVisible();

  await page.getByRole('button', { name: 'Add a rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a rule' });
  await dialog.getByLabel('For which products').selectOption('product');
  await dialog.getByRole('textbox', { name: 'Product code' }).fill('TSEL1000');
  await dialog.getByRole('textbox', { name: 'Added to the cost' }).fill('5000');
  await dialog.getByRole('textbox', { name: 'Percent of the cost' }).fill('0,5');
  await dialog.getByRole('textbox', { name: 'Round up to a multiple of' }).fill('500');
  await expectGoodLook(page, 'staff-price-rule');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByRole('list', { name: 'Prices that change' }).getByRole('listitem')).toHaveCount(1);
  await expectGoodLook(page, 'staff-price-rule-preview');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Costs change each day');
  await dialog.getByRole('button', { name: 'Save and change 1 price' }).click();
  await expect(page.getByText('The rules were changed')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'Telkomsel 1.000.000' });
  await expect(row.getByText('Cost + Rp 5.000 + 0,5 %')).toBeVisible();
  await expectGoodLook(page, 'staff-price-rules');

  await page.goto(`${program.staffApp}/products/TSEL1000`);
  await expect(page.getByText('Price rule', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Change price…' }).click();
  const price = page.getByRole('dialog', { name: /Price of Telkomsel/u });
  await price.getByRole('textbox', { name: 'New price' }).fill('1100000');
  await price.getByRole('textbox', { name: 'Reason' }).fill('A test');
  await price.getByRole('button', { name: 'Save price' }).click();
  await page.getByRole('button', { name: 'End the price by hand…' }).click();
  const end = page.getByRole('dialog', { name: /End the price by hand of/u });
  await end.getByRole('textbox', { name: 'Reason' }).fill('The test is over');
  await end.getByRole('button', { name: 'End the price by hand' }).click();
  await expect(page.getByText('End of a price by hand', { exact: true }).first()).toBeVisible();

  await page.goto(`${program.staffApp}/prices?tab=rules`);
  await row.getByRole('button', { name: 'Remove the rule for Telkomsel 1.000.000' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove the rule for Telkomsel 1.000.000' });
  await removal.getByRole('button', { name: 'Preview' }).click();
  await removal.getByRole('textbox', { name: 'Reason' }).fill('Prices are set by hand again');
  await removal.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(row).toHaveCount(0);

  // A client joins a segment, whose rules would give its prices.
  await page.goto(`${program.staffApp}/clients/1003?tab=prices`);
  await page.getByRole('button', { name: 'Segment…' }).click();
  const segment = page.getByRole('dialog', { name: 'Segment of the client' });
  await segment.getByLabel('Segment', { exact: true }).fill('Gold');
  await expectGoodLook(page, 'staff-client-segment');
  await segment.getByRole('button', { name: 'Preview' }).click();
  await expect(segment.getByText('Segment Gold')).toBeVisible();
  await segment.getByRole('textbox', { name: 'Reason' }).fill('Buys a lot');
  await segment.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(segment).toBeHidden();
  await expect(page.getByText('Segment Gold')).toBeVisible();
});
