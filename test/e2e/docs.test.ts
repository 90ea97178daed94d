import { expect, test } from './support/journey.ts';
import { expectAccessible, expectGoodLook } from './support/look.ts';
import { signIn } from './support/sign-in.ts';

test('a developer comes from the key to the docs, searches, and reads without scripts', async ({
  page,
  browser,
  context,
  program,
}) => {
  await signIn(page);
  await page.goto('profile/api-key');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'How to use a key' }).click();
  const docs = await opened;
  await expect(docs.getByRole('heading', { level: 1, name: 'Quickstart' })).toBeVisible();
  await expectGoodLook(docs, 'docs-quickstart');

  // The search finds a call, and the keyboard alone leads there.
  await docs.keyboard.press('/');
  await docs.keyboard.type('place up to 100');
  await expect(docs.getByRole('link', { name: /Orders: Place up to 100 orders/u })).toBeVisible();
  await expectAccessible(docs);
  await docs.keyboard.press('ArrowDown');
  await docs.keyboard.press('Enter');
  await expect(docs.getByRole('heading', { name: 'Place up to 100 orders' })).toBeVisible();
  await expectGoodLook(docs, 'docs-order');

  // A phone in the dark whose browser runs no scripts.
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
  });
  const phone = await plain.newPage();
  await phone.goto(new URL('/docs/', program.dashboard).href);
  await phone.getByText('All pages').click();
  await phone.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name: 'Errors' }).click();
  await expect(phone.getByRole('cell', { name: 'InsufficientBalanceError' })).toBeVisible();
  await expect(phone.getByRole('searchbox')).toBeHidden();
  await plain.close();
});
