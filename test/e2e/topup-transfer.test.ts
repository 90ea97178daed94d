import type { Page } from '@playwright/test';

import { expect, test } from './support/journey.ts';
import { inEveryVariant } from './support/language.ts';
import { expectGoodLook } from './support/look.ts';
import { expectFailure, expectSuccess } from './support/notices.ts';
import { signIn, users } from './support/sign-in.ts';
import { topupWords } from './support/topup-words.ts';
import { Topups } from './support/topups.ts';

const form = 'deposit/top-up/bank-transfer';

/** Copies by a button and returns what the clipboard has. */
async function copied(page: Page, name: string | RegExp, notice: string): Promise<string> {
  await page.getByRole('button', { name }).click();
  await expectSuccess(page, notice);
  return page.evaluate(() => navigator.clipboard.readText());
}

inEveryVariant(({ language }) => {
  const texts = topupWords[language];
  const look = (page: Page, name: string) => expectGoodLook(page, `topup-${name}-${language}`);

  /** Fills in the form and confirms it. */
  async function order(page: Page, nominal: string): Promise<void> {
    await page.getByLabel(texts.wallet).selectOption('Level 1');
    await page.getByLabel(texts.bank, { exact: true }).selectOption('BCA');
    await page.getByLabel(texts.nominal).pressSequentially(nominal);
    await page.getByRole('button', { name: texts.proceed, exact: true }).click();
    const question = page.getByRole('dialog').filter({ hasText: texts.walletFixed });
    await expect(question).toBeVisible();
    await look(page, 'question');
    await question.getByRole('button', { name: texts.yesProceed }).click();
    await expect(page.getByRole('heading', { level: 1, name: texts.detail })).toBeAttached();
  }

  test.beforeEach(async ({ request }) => {
    await (await Topups.open(request)).cancelOpen();
  });

  test('a transfer from the form over its waiting to its cancellation @core', async ({ page }) => {
    await signIn(page, users.root, 'deposit/top-up');
    await expect(page.getByText(texts.noOngoing)).toBeVisible();
    await look(page, 'method');
    await page.getByRole('button', { name: texts.transfer }).click();
    await expect(page).toHaveURL(/\/top-up\/bank-transfer$/u);
    await look(page, 'form');

    // Nothing is sent before the input is right.
    const nominal = page.getByLabel(texts.nominal);
    const proceed = page.getByRole('button', { name: texts.proceed, exact: true });
    await proceed.click();
    for (const message of [texts.walletRequired, texts.bankRequired, texts.nominalMissing]) {
      await expect(page.getByText(message)).toBeVisible();
    }
    await expect(page.getByLabel(texts.wallet)).toBeFocused();
    await look(page, 'form-refused');
    await nominal.pressSequentially('9999');
    await expect(nominal).toHaveValue('9.999');
    await proceed.click();
    await expect(page.getByText(texts.nominalLow)).toBeVisible();
    await nominal.fill('600000000');
    await expect(nominal).toHaveValue('600.000.000');
    await proceed.click();
    await expect(page.getByText(texts.nominalHigh)).toBeVisible();
    await expect(page.getByLabel(texts.wallet).locator('option', { hasText: 'Marketplace' })).toBeDisabled();
    await page.getByRole('button', { name: 'Rp\u00a05.000.000', exact: true }).click();
    await expect(nominal).toHaveValue('5.000.000');
    // Leaving asks first.
    await page.goBack();
    await page.getByRole('dialog', { name: texts.unsaved }).getByRole('button', { name: texts.stay }).click();
    await expect(nominal).toHaveValue('5.000.000');
    await nominal.fill('');
    await order(page, '10000000');

    await expect(page.getByText(texts.waiting)).toBeVisible();
    await expect(page.getByText(texts.payBefore)).toBeVisible();
    await expect(page.getByText(texts.lastDigits)).toBeVisible();
    await look(page, 'detail');
    const amount = await copied(page, texts.copyAmount, texts.amountCopied);
    expect(amount).toMatch(/^10000\d{3}$/u);
    await expect(page.locator('mark')).toHaveText(amount.slice(-3));
    expect(await copied(page, texts.copyAccount, texts.accountCopied)).toMatch(/^\d{6,}$/u);
    const id = new URL(page.url()).pathname.split('/').at(-1);
    expect(await copied(page, new RegExp(`^${texts.transactionId}`, 'u'), texts.transactionIdCopied)).toBe(id);
    expect(await copied(page, new RegExp(`^${texts.referenceId}`, 'u'), texts.referenceIdCopied)).toMatch(/^0003/u);

    await page.getByRole('button', { name: texts.howToPay }).click();
    const guide = page.getByRole('dialog', { name: texts.howToPay });
    await expect(guide.getByLabel(texts.bank, { exact: true })).toHaveValue('BBCA');
    await expect(guide.getByText(`Rp\u00a010.000.${amount.slice(-3)}`)).toBeVisible();
    await look(page, 'how-to-pay');
    await page.keyboard.press('Escape');
    await expect(guide).toBeHidden();

    await page.getByRole('button', { name: texts.transferred }).click();
    const reloaded = page.waitForEvent('domcontentloaded');
    await page.getByRole('dialog').getByRole('button', { name: texts.yesDone }).click();
    await reloaded;
    await expect(page.getByText(texts.received)).toBeVisible();
    await expect(page.getByRole('timer')).toHaveText(/^0[45]:\d\d$/u);
    await expect(page.getByText(texts.waiting)).toBeHidden();
    await expect(page.getByRole('button', { name: texts.transferred })).toBeHidden();
    await look(page, 'processing');

    // While it is open, there can be no other one.
    await page.goto('deposit/top-up');
    await page.getByRole('button', { name: texts.transfer }).click();
    const ongoing = page.getByRole('dialog', { name: texts.ongoingTitle });
    await expect(ongoing).toContainText(texts.ongoingText);
    await look(page, 'ongoing');
    await ongoing.getByRole('button', { name: texts.seeTransaction }).click();
    await expect(page).toHaveURL(new RegExp(`/${id}$`, 'u'));

    await page.getByRole('button', { name: texts.cancel }).click();
    const question = page.getByRole('dialog', { name: texts.cancelQuestion });
    await look(page, 'cancel');
    await question.getByRole('button', { name: texts.back, exact: true }).click();
    await expect(question).toBeHidden();
    await page.getByRole('button', { name: texts.cancel }).click();
    await question.getByRole('button', { name: texts.yesCancel }).click();
    await expect(page.getByRole('main').getByText(texts.cancelled)).toBeVisible();
    await expect(page.getByRole('button', { name: texts.copyAmount })).toBeHidden();
    await expect(page.getByRole('link', { name: texts.contact })).toBeHidden();
    await look(page, 'cancelled');
    await page.getByRole('button', { name: texts.create }).click();
    await expect(page).toHaveURL(/\/top-up\/bank-transfer$/u);
  });

  test('a second transfer in another tab leads to the one that is open @once', async ({ page, context }) => {
    await signIn(page, users.root, form);
    const second = await context.newPage();
    await second.goto(form);
    await expect(second.getByLabel(texts.nominal)).toBeVisible();
    // The second tab hears of the order by itself. Before that it would ask, and the server would refuse.
    const heard = second.waitForResponse(
      async (answer) => /\/unique-amount\?.*status=pending/u.test(answer.url()) && /"id"/u.test(await answer.text()),
    );
    await order(page, '20000');
    await heard;
    await second.getByLabel(texts.wallet).selectOption('Level 2');
    await second.getByLabel(texts.bank, { exact: true }).selectOption('Mandiri');
    await second.getByLabel(texts.nominal).pressSequentially('30000');
    await second.getByRole('button', { name: texts.proceed, exact: true }).click();
    const ongoing = second.getByRole('dialog', { name: texts.ongoingTitle });
    await expect(ongoing).toContainText(texts.ongoingText);
    await ongoing.getByRole('button', { name: texts.seeTransaction }).click();
    await expect(second).toHaveURL(page.url());
    await second.close();
  });

  test('a client without the feature, and a transaction that does not exist @once', async ({ page, quiet }) => {
    quiet.expectStatus(404);
    await signIn(page, users.small, 'deposit/top-up');
    await expect(page.getByText(texts.noOngoing)).toBeVisible();
    await expect(page.getByRole('button', { name: texts.transfer })).toBeDisabled();
    await look(page, 'method-closed');
    await page.goto(form);
    await expectFailure(page, texts.error, texts.noPermission);
    await expect(page).toHaveURL(/\/external\/deposit$/u);
    await page.goto(`${form}/2611210815300100042`);
    const dialog = page.getByRole('dialog', { name: texts.notFound });
    await expect(dialog).toContainText(texts.notFoundText);
    await look(page, 'not-found');
    await dialog.getByRole('button', { name: 'OK' }).click();
    await expect(page).toHaveURL(/\/external\/deposit$/u);
  });
});
