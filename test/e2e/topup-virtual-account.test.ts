import { expect, test } from './support/journey.ts';
import { inEveryVariant } from './support/language.ts';
import { expectGoodLook } from './support/look.ts';
import { expectSuccess } from './support/notices.ts';
import { signIn, users } from './support/sign-in.ts';
import { topupWords } from './support/topup-words.ts';

inEveryVariant(({ language }) => {
  const texts = topupWords[language];

  test('a virtual account is found by wallet and bank, and copied @core', async ({ page }) => {
    await signIn(page, users.root, 'deposit/top-up');
    await page.getByRole('link', { name: texts.virtualAccount }).click();
    await expect(page.getByRole('heading', { level: 1, name: texts.vaTitle })).toBeAttached();
    await expect(page.getByText(texts.noWallet)).toBeVisible();
    await expectGoodLook(page, `topup-va-none-${language}`);
    const wallet = page.getByLabel(texts.wallet);
    await expect(wallet.locator('option', { hasText: texts.selectWallet })).toBeDisabled();
    await expect(wallet.locator('option', { hasText: 'Marketplace' })).toBeDisabled();
    await wallet.selectOption('Level 1');

    const names = page.getByRole('heading', { level: 3 });
    await expect(names).toHaveText([/BCA/u, /BNI/u, /BRI/u, /CIMB Niaga/u, /KEB Hana/u, /Mandiri/u, /Permata/u]);
    await expect(page.getByRole('button', { name: texts.problem })).toBeDisabled();
    await page.getByRole('button', { name: 'BCA', exact: true }).click();
    await expect(page.getByText(texts.minimum)).toBeVisible();
    await expectGoodLook(page, `topup-va-${language}`);
    await page.getByRole('button', { name: texts.copyVa }).click();
    await expectSuccess(page, texts.vaCopied);
    const level1 = await page.evaluate(() => navigator.clipboard.readText());
    expect(level1).toMatch(/^80777\d+$/u);
    // The URL holds the wallet.
    await page.reload();
    await expect(wallet).toHaveValue(/\d/u);
    await wallet.selectOption('Level 2');
    await page.getByRole('button', { name: 'BCA', exact: true }).click();
    await page.getByRole('button', { name: texts.copyVa }).click();
    await expectSuccess(page, texts.vaCopied);
    expect(await page.evaluate(() => navigator.clipboard.readText())).not.toBe(level1);

    await page.getByRole('button', { name: texts.viewTutorial }).click();
    const tutorial = page.getByRole('dialog', { name: texts.tutorial });
    await expect(tutorial.getByRole('listitem').first()).toBeVisible();
    await expectGoodLook(page, `topup-tutorial-${language}`);
    await tutorial.getByLabel(texts.bank, { exact: true }).selectOption('Mandiri');
    await expect(tutorial.getByText(/88049/u).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tutorial).toBeHidden();
  });
});
