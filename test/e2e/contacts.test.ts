import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { expectSuccess } from './support/notices.ts';
import { signIn, users } from './support/sign-in.ts';

const nameForm = 'Only letters, numbers, spaces, dashes (-), underscores (_), periods (.), and commas (,) are allowed';

test('a contact is created, found, changed and deleted @core', async ({ page }) => {
  await signIn(page, users.root, 'bill-payment/contact-list');
  const list = page.getByRole('region', { name: 'Contacts' });
  await page.getByRole('button', { name: 'Create Contact' }).click();
  const form = page.getByRole('dialog', { name: 'Create Contact' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Name must be filled')).toHaveCount(2);
  await expect(form.getByLabel('Destination Number')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Employee Code').fill('EMP-9001');
  await form.getByLabel('Employee Name').fill('Andi & Dewi');
  await form.getByLabel('Destination Number').fill('081290447120');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText(nameForm)).toBeVisible();
  await expect(form.getByLabel('Employee Name')).toBeFocused();
  await expectGoodLook(page, 'contact-form');
  await form.getByLabel('Employee Name').fill('Andi Pratama');
  await form.getByRole('button', { name: 'Save' }).click();
  await expectSuccess(page, 'Contact has been successfully created.');
  await expect(form).toBeHidden();

  await page.getByRole('searchbox').fill('9001');
  await expect(page).toHaveURL(/\?search=9001$/u);
  await expect(list.getByRole('row')).toHaveCount(2);
  await expectGoodLook(page, 'contacts');
  await list.getByRole('button', { name: 'Edit Andi Pratama' }).click();
  const change = page.getByRole('dialog', { name: 'Edit Contact' });
  await expect(change.getByLabel('Employee Code')).toHaveAttribute('readonly');
  await change.getByLabel('Employee Name').fill('Andi P., kasir');
  await change.getByRole('button', { name: 'Save' }).click();
  await expectSuccess(page, 'Contact has been successfully updated.');
  await expect(change).toBeHidden();

  await list.getByRole('button', { name: 'Delete Andi P., kasir' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this contact?' });
  await expect(question.getByText('Andi P., kasir')).toBeVisible();
  await expectGoodLook(page, 'contact-delete');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectSuccess(page, 'Contact has been deleted successfully.');
  await expect(page.getByRole('heading', { name: 'No contact found' })).toBeVisible();
});

test('bill payment is closed to users without its permissions and to clients without the feature', async ({ page }) => {
  await signIn(page, users.viewer, 'bill-payment/contact-list');
  await expect(page.getByRole('heading', { name: 'Unauthorized Action!' })).toBeVisible();
  await page.goto('bill-payment/order-history');
  await expect(page.getByRole('heading', { name: 'Unauthorized Action!' })).toBeVisible();
  await expectGoodLook(page, 'scheduled-orders-viewer');

  // A user of role 8 looks, and changes nothing.
  await signIn(page, users.finance, 'bill-payment/contact-list');
  await expect(page.getByRole('button', { name: 'Create Contact' })).toBeDisabled();

  await signIn(page, users.small, 'bill-payment/order-history');
  await expect(page.getByRole('alert')).toContainText("You don't have permission for the corporate");
  await expect(page).toHaveURL(/\/external\/orders\?/u);
});
