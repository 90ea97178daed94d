import type { Page } from '@playwright/test';

import { image } from './support/image.ts';
import { expect, test } from './support/journey.ts';
import { indonesianPhone } from './support/language.ts';
import { expectGoodLook } from './support/look.ts';
import { expectFailure, expectSuccess } from './support/notices.ts';
import { rememberSecret } from './support/secrets.ts';
import { signIn, users } from './support/sign-in.ts';

/** The shop's own pages in the preview. */
function previewOf(page: Page) {
  return page.frameLocator('iframe[title="Preview of your web app"]');
}

test('a client without anything sets up, prices and publishes its shop @core', async ({ page }) => {
  await signIn(page, users.connectOnly, 'connect');
  await expect(page.getByRole('heading', { name: 'Welcome, Dodi Firmansyah' })).toBeVisible();
  await expectGoodLook(page, 'connect-first');
  await page.getByRole('link', { name: 'Add Game Product' }).click();

  // Nothing is there yet.
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('alert')).toHaveText(['Please enter a valid Name', 'please upload a logo image']);
  await expect(page.getByText('Please enter a valid name', { exact: true })).toBeVisible();
  await expect(page.getByText('Please upload a logo image', { exact: true })).toBeVisible();
  await page.getByLabel('Web App Name').fill('Dorman Games');
  await expect(previewOf(page).getByRole('heading', { name: 'Dorman Games' })).toBeVisible();
  await expect(page.getByText(/^Saved \d\d:\d\d WIB$/u)).toBeVisible();
  const file = page.locator('input[type=file]').first();
  await file.setInputFiles(image(256, 256));
  await expect(page.getByText('Logo has been uploaded!')).toBeVisible();
  await expect(previewOf(page).locator('header img')).toBeVisible();
  // The contact is stored once it is whole, in one writing.
  await page.getByLabel('WhatsApp number').fill('0812');
  await expect(page.getByText('Please enter an Indonesian mobile number')).toBeVisible();
  await page.getByLabel('WhatsApp number').fill('+62 812-0000-1004');
  await expect(page.getByText(/^Saved \d\d:\d\d WIB$/u)).toBeVisible();
  await expectGoodLook(page, 'connect-web-info');

  // Reloaded in the middle.
  await page.reload();
  await expect(page.getByLabel('Web App Name')).toHaveValue('Dorman Games');
  await expect(page.getByLabel('WhatsApp number')).toHaveValue('081200001004');
  await page.getByRole('link', { name: 'Custom Web' }).click();
  await page.getByRole('button', { name: 'Add banner' }).click();
  await page.getByRole('switch', { name: 'banner 1 active' }).click({ force: true });
  const refusal = page
    .getByRole('region', { name: 'Banners' })
    .getByText('Please add the image before activating the banner.');
  await expect(refusal).toBeVisible();
  await page.locator('input[type=file]').first().setInputFiles(image(640, 200));
  await expect(refusal).toBeHidden();
  await page.getByRole('switch', { name: 'banner 1 active' }).click({ force: true });
  await page.getByRole('textbox', { name: 'Link of banner 1' }).fill('https://dorman.example');
  await page.getByRole('button', { name: 'Mobile Legends', exact: true }).click();
  await expect(previewOf(page).getByRole('heading', { name: /^Popul[ae]r$/u })).toBeVisible();
  await expectGoodLook(page, 'connect-custom-web');

  await page.getByRole('button', { name: 'Color Theme' }).click();
  await page.getByLabel('Foreground', { exact: true }).fill('#ccc');
  await expect(page.getByText('Invalid hex color')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Apply & Save' })).toBeDisabled();
  await page.getByLabel('Foreground', { exact: true }).fill('#cccccc');
  await expect(page.getByRole('form', { name: 'Color Theme' })).toContainText('the contrast is 1.6:1');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await expect(question).toContainText('You have unsaved changes. Are you sure you want to go back?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /^Use #/u }).click();
  await expectGoodLook(page, 'connect-color-theme');
  await page.getByRole('button', { name: 'Apply & Save' }).click();
  await expect(page.getByText('Color theme applied!')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();

  await expect(page.getByRole('heading', { name: 'Set your margins to get started' })).toBeVisible();
  await page.getByRole('radio', { name: 'Manual' }).click();
  await page.getByRole('button', { name: 'Set All Margins' }).click();
  await expect(page.getByText('Please enter a margin value before applying.')).toBeVisible();
  const value = page.getByRole('textbox', { name: 'Margin Percentage' });
  await value.fill('101');
  await page.getByRole('button', { name: 'Set All Margins' }).click();
  await expect(page.getByText('Margin percentage cannot exceed 100%.')).toBeVisible();
  await value.fill('12');
  await expect(page.getByText('Margin 12%', { exact: true })).toBeVisible();
  await expectGoodLook(page, 'connect-first-margins');
  await page.getByRole('button', { name: 'Set All Margins' }).click();
  await expect(page.getByText(/^Margin Percentage 12% for \d+ SKUs$/u)).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();

  await expect(page.getByRole('heading', { name: 'Payment Integration', level: 2 })).toBeVisible();
  await page.getByLabel('Payment Link').fill('dorman.example');
  await page.getByRole('button', { name: 'Next' }).click();
  const info = page.getByRole('dialog', { name: 'Your payment link URL is not valid' });
  await expect(info).toContainText('Please update the payment link URL');
  await info.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText(/^Please enter a valid URL with protocol\. Example: /u)).toBeVisible();
  await page.getByLabel('Payment Link').fill('https://bayar.dorman.example/checkout');
  await page.getByRole('button', { name: 'Show the key' }).click();
  const paymentKey = page.getByRole('textbox', { name: 'Payment Key' });
  await expect(paymentKey).toHaveValue(/^lkpay_[0-9a-f]{64}$/u);
  rememberSecret(await paymentKey.inputValue());
  await expectGoodLook(page, 'connect-payment');
  await page.getByRole('button', { name: 'Next' }).click();

  await expect(page.getByRole('heading', { name: 'Confirmation', level: 2 })).toBeVisible();
  await expectGoodLook(page, 'connect-confirmation');
  await page.getByRole('button', { name: 'Preview' }).click();
  const look = page.getByRole('dialog', { name: 'Preview' });
  await expect(previewOf(page).getByRole('heading', { name: 'Dorman Games' })).toBeVisible();
  await look.getByLabel('Screen').selectOption('product_detail');
  await expect(previewOf(page).getByRole('radio').first()).toBeVisible();
  await look.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  const ask = page.getByRole('dialog', { name: 'Are you sure you want to publish?' });
  await expect(ask).toContainText('Your update can still be edited after publishing.');
  await ask.getByRole('button', { name: 'Yes' }).click();
  const done = page.getByRole('dialog', { name: 'Success' });
  await expect(done).toContainText('Your web app has been published successfully.');
  await done.getByRole('button', { name: 'Go to Homepage' }).click();

  await expect(page.getByText('Published', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /\/dorman$/u })).toBeVisible();
  await expect(page.getByText(/SKUs active, margins? (?:from 12% to )?12(?:,\d)?%$/u)).toBeVisible();
  await expectGoodLook(page, 'connect-home');
});

test('a published shop is edited, priced and taken back; two tabs never overwrite each other', async ({
  page,
  context,
  quiet,
}) => {
  await signIn(page, users.root, 'connect/settings/configs');
  const other = await context.newPage();
  await other.goto('connect/settings/configs');
  const name = page.getByLabel('Web App Name');

  // What is edited is held, and shown in the preview alone.
  await name.fill('Maju Mundur');
  await expect(previewOf(page).getByRole('heading', { name: 'Maju Mundur' })).toBeVisible();
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await other.getByLabel('Web App Name').fill('Maju Terus');
  await other.getByRole('button', { name: 'Save & Continue' }).click();
  await expect(other).toHaveURL(/\/external\/connect$/u);
  quiet.expectStatus(409);
  await page.getByRole('button', { name: 'Save & Continue' }).click();
  const conflict = page.getByRole('dialog', { name: 'Changed by someone else' });
  await expect(conflict).toContainText('name');
  await expectGoodLook(page, 'connect-conflict');
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByText(/^Saved /u)).toBeVisible();
  await other.reload();
  await expect(other.getByText('Maju Mundur', { exact: true })).toBeVisible();

  // Files that are no images, and a fifth popular product.
  const file = page.locator('input[type=file]').first();
  await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('1') });
  await expectFailure(page, 'Invalid file', 'Only image files are allowed');
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) });
  await expectFailure(page, 'File too large', 'Image must be smaller than 10MB!');
  await page.getByRole('link', { name: 'Custom Web' }).click();
  await page.getByRole('button', { name: 'Telkomsel', exact: true }).click();
  await expectFailure(page, 'Maximum 4 popular products allowed.');
  await page.getByRole('button', { name: /^Move banner 1\./u }).press('ArrowDown');
  const links = page.getByRole('textbox', { name: /^Link of banner/u });
  await expect(links.first()).toHaveAccessibleName('Link of banner 2');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('link', { name: 'Back to Homepage' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Discard|Leave/u })
    .click();

  // Prices of some SKUs, and of one.
  await page.getByRole('link', { name: 'Manage: Set SKU Price' }).click();
  const table = page.getByRole('table', { name: 'SKUs' });
  await page.getByLabel('Product Type').selectOption('Game');
  await page.getByRole('searchbox').fill('mlbb');
  await expect(table.getByRole('row').nth(3)).toContainText('MLBB');
  await table
    .getByRole('checkbox', { name: /^Select MLBB/u })
    .first()
    .click();
  await table
    .getByRole('checkbox', { name: /^Select MLBB/u })
    .nth(1)
    .click();
  await expectGoodLook(page, 'connect-skus');
  await page.getByRole('button', { name: 'Set margins for 2 SKUs' }).click();
  const margins = page.getByRole('dialog', { name: 'Set margins for 2 SKUs' });
  await margins.getByRole('radio', { name: 'Manual' }).click();
  await margins.getByRole('textbox', { name: 'Margin Percentage' }).fill('20');
  await expect(margins.getByText('Margin 20%', { exact: true })).toBeVisible();
  await expectGoodLook(page, 'connect-margins');
  await margins.getByRole('button', { name: 'Set margins for 2 SKUs' }).click();
  await expectSuccess(page, 'SuccessMargin Percentage 20% for 2 SKUs');
  await expect(table.getByRole('cell', { name: '20%', exact: true })).toHaveCount(2);

  await table
    .getByRole('button', { name: /^Edit MLBB/u })
    .first()
    .click();
  const edit = page.getByRole('dialog', { name: 'Edit SKU' });
  await edit.getByText('Fixed Price', { exact: true }).click();
  await expect(edit.getByRole('textbox', { name: 'Fixed Price' })).toHaveValue('0');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByText('Please enter an amount')).toBeVisible();
  await edit.getByRole('textbox', { name: 'Fixed Price' }).fill('1');
  await expectGoodLook(page, 'connect-edit-sku');
  quiet.expectStatus(400);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expectFailure(page, 'The prices were not changed', /The price would be below the net price: .*/u);
  await edit.getByRole('button', { name: 'Cancel' }).click();
  const ask = page.getByRole('dialog', { name: 'Are you sure want to reset and close?' });
  await ask.getByRole('button', { name: 'Yes, close' }).click();
  await expect(edit).toBeHidden();

  // Taken back, and published again.
  await page.getByRole('link', { name: 'Back to Homepage' }).click();
  const publish = page.getByRole('switch', { name: 'Publish the web app' });
  await publish.click({ force: true });
  await page.getByRole('dialog', { name: 'Confirm Unpublish' }).getByRole('button', { name: 'Yes' }).click();
  await expectSuccess(page, 'App unpublished successfully.');
  await expect(page.getByText('Not Ready')).toBeVisible();
  await expectGoodLook(page, 'connect-unpublished');
  await publish.click({ force: true });
  await page.getByRole('dialog', { name: 'Confirm Publish' }).getByRole('button', { name: 'Yes' }).click();
  await expectSuccess(page, 'App published successfully.');

  // Other journeys look for the shop by its name.
  await page.goto('connect/settings/configs');
  await name.fill('Maju Games');
  await page.getByRole('button', { name: 'Save & Continue' }).click();
  await expect(page.getByText('Maju Games', { exact: true })).toBeVisible();
});

test('prices are read-only without the permission, and connect is closed without the feature', async ({ page }) => {
  await signIn(page, users.viewer, 'connect/settings/sku');
  await expect(page.getByRole('table', { name: 'SKUs' }).getByRole('row')).toHaveCount(11);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /margins/iu })).toHaveCount(0);

  // Set-up and publication have a permission of their own.
  await page.goto('connect');
  await expect(page.getByRole('link', { name: /Set SKU Price/u })).toBeVisible();
  await expect(page.getByRole('link', { name: /Payment Integration/u })).toHaveCount(0);
  await expect(page.getByRole('switch')).toHaveCount(0);
  await expectGoodLook(page, 'connect-viewer');
  await page.goto('connect/settings/payment-integration');
  await expect(page.getByText('Unauthorized Action!')).toBeVisible();

  await signIn(page, users.small, 'connect');
  await expect(page.getByRole('alert')).toContainText("You don't have permission for the connect");
});

test.describe('on a phone', () => {
  test.use(indonesianPhone);

  test('a shop is looked through, with its preview in a sheet', async ({ page }) => {
    await signIn(page, users.root, 'connect');
    await expect(page.getByText('Diterbitkan', { exact: true })).toBeVisible();
    await expectGoodLook(page, 'connect-home');
    await page.goto('connect/settings/configs?tab=custom-web');
    await expect(page.getByRole('button', { name: 'Mobile Legends', exact: true })).toBeVisible();
    await expectGoodLook(page, 'connect-custom-web');
    await page.getByRole('button', { name: 'Tema Tombol' }).tap();
    await page.getByLabel('Teks tombol utama', { exact: true }).fill('#0c45e2');
    await expect(page.getByRole('button', { name: /^Pakai #/u })).toBeVisible();
    await expectGoodLook(page, 'connect-button-theme');
    await page.getByRole('button', { name: 'Pratinjau', exact: true }).tap();
    const sheet = page.getByRole('dialog', { name: 'Pratinjau' });
    const shop = page.frameLocator('iframe[title="Pratinjau web app Anda"]');
    await expect(shop.getByRole('heading', { level: 1 })).toBeVisible();
    await expectGoodLook(page, 'connect-preview');
    await sheet.getByRole('button', { name: 'Tutup' }).tap();
    await page.goto('connect/settings/sku');
    await expect(page.getByRole('region', { name: 'SKU' })).toContainText('Harga Jual Ditetapkan');
    await expectGoodLook(page, 'connect-skus');
    await page.goto('connect/settings/payment-integration');
    await expect(page.getByLabel('Tautan Pembayaran')).toHaveValue(/\/pay$/u);
    await expectGoodLook(page, 'connect-payment');
  });
});
