import { newDestination, newReference } from './support/client-api.ts';
import { holdStaffSession, readyColleague } from './support/colleague.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';

test('operations finds an order by the reference of its client, notes what was asked, takes a review over and hands over', async ({
  page,
  program,
  request,
  clientApi,
}) => {
  const reference = newReference();
  const { orderId } = await clientApi.placeOrder(newDestination('0'), reference);
  await expect.poll(() => clientApi.statusOf(reference), { timeout: 30_000 }).toBe('success');
  const operations = await readyColleague(request, program, 'operations');
  await holdStaffSession(page, operations);
  await page.goto(`${program.staffApp}/overview`);
  await expect(page.getByRole('heading', { name: 'Needs a person' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page
    .getByRole('dialog', { name: 'Search' })
    .getByLabel('Id, reference, number, name or e-mail')
    .fill(reference);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/orders/${orderId}$`, 'u'));
  await expect(page.getByRole('link', { name: 'Notices of the supplier' })).toBeVisible();
  const notes = page.getByRole('region', { name: 'Staff notes' });
  await notes.getByRole('textbox', { name: 'Note' }).fill('The client asks for the receipt');
  await notes.getByRole('button', { name: 'Add note' }).click();
  await expect(notes.getByText('The client asks for the receipt')).toBeVisible();

  await page.getByRole('link', { name: /^Reviews/u }).click();
  const take = page.getByRole('button', { name: /^Take over order/u }).first();
  const review = (await take.getAttribute('aria-label')) ?? '';
  await take.click();
  await expect(page.getByRole('button', { name: review })).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: operations.username }).first()).toBeVisible();
  await expectGoodLook(page, 'staff-reviews');

  await page.getByRole('link', { name: 'Shift' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('One review is mine');
  await page.getByRole('button', { name: 'Leave the note' }).click();
  await expect(page.getByText('One review is mine')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Changes of the last 8 hours' })).toContainText(operations.username);
  await expectGoodLook(page, 'staff-shift');

  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Limits' })).toContainText('LOKET_MAX_LOSS');
  await expect(page.getByRole('region', { name: 'Changed without a restart' }).getByRole('listitem')).toHaveCount(4);
  await expectGoodLook(page, 'staff-settings');
});
