import { newDestination, newReference } from './support/client-api.ts';
import { holdStaffSession, readyColleague } from './support/colleague.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { Suppliers } from './support/supplier.ts';

test('operations finds an order by the reference of its client, notes what was asked, asks for a refund, settles an order, takes a review over and hands over', async ({
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

  // It was delivered: its refund waits for somebody else.
  await page.getByRole('button', { name: 'Refund…' }).click();
  const refund = page.getByRole('dialog', { name: 'Refund the order' });
  await refund.getByLabel('Reason for the file').fill('Chat of 14:02');
  await refund.getByRole('combobox').selectOption({ index: 1 });
  await refund.getByRole('checkbox').check();
  await refund.getByRole('button', { name: 'Ask for the refund' }).click();
  await expect(page.getByText('A refund of this order waits for a second person')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refund…' })).toHaveCount(0);
  await page.getByRole('link', { name: /^Approvals/u }).click();
  await page.getByRole('link', { name: 'Asked by me' }).click();
  await page.getByRole('link', { name: /asked by you/u }).click();
  const ownRequest = page.getByRole('region', { name: 'Refund of an order' });
  await expect(ownRequest.getByText('You asked for this one: another person decides.')).toBeVisible();
  await expect(ownRequest.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  expect(await clientApi.statusOf(reference)).toBe('success');

  // One that its supplier leaves open is settled by the supplier's word, with its serial number.
  const suppliers = new Suppliers(request, program);
  const open = newReference();
  await suppliers.turn({ callbackAfter: '60s' });
  try {
    const { orderId: openId } = await clientApi.placeOrder(newDestination('3'), open);
    await page.goto(`${program.staffApp}/orders/${openId}`);
    await page.getByRole('button', { name: 'Settle…' }).click();
    const settle = page.getByRole('dialog', { name: 'Settle the order' });
    await settle.getByLabel('Reason for the file').fill('Chat of 14:05');
    await settle.getByRole('checkbox').check();
    await settle.getByRole('button', { name: 'Settle as delivered' }).click();
    await expect(settle.getByText('Please fill this in.')).toBeVisible();
    expect(await clientApi.statusOf(open)).toBe('pending');
    await settle.getByLabel('Serial number').fill('0411-2211-7788');
    await expectGoodLook(page, 'staff-settle');
    await settle.getByRole('button', { name: 'Settle as delivered' }).click();
    await expect(settle).toBeHidden();
    expect(await clientApi.statusOf(open)).toBe('success');
  } finally {
    await suppliers.reset();
  }

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
