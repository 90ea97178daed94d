import { expect, test } from './support/journey.ts';
import { inEveryVariant } from './support/language.ts';
import { streamOpens } from './support/live.ts';
import { expectGoodLook } from './support/look.ts';
import { signIn, users } from './support/sign-in.ts';
import { topupWords } from './support/topup-words.ts';
import { Topups } from './support/topups.ts';

inEveryVariant(({ language }) => {
  const texts = topupWords[language];

  test('a payment of a virtual account changes the balance on the page @core', async ({ page, program, request }) => {
    const stream = streamOpens(page);
    await signIn(page, users.root, 'deposit/top-up/virtual-account');
    await stream;
    const wallet = page.getByLabel(texts.wallet);
    await wallet.selectOption('Level 1');
    await page.getByRole('button', { name: 'BCA', exact: true }).click();
    await page.getByRole('button', { name: texts.copyVa }).click();
    const accountNo = await page.evaluate(() => navigator.clipboard.readText());
    const before = await (await Topups.open(request)).balance('level_1');
    const fee = 4500;
    const amount = 250_000;
    const balance = page.getByRole('definition').filter({ hasText: rupiah(before) });
    await expect(balance).toBeVisible();
    const paid = await request.post(`${program.simulators}/bank/va-payments`, { data: { accountNo, amount } });
    expect(paid.ok(), await paid.text()).toBe(true);
    const changed = page.getByRole('definition').filter({ hasText: rupiah(before + amount - fee) });
    await expect(changed).toBeVisible();
  });

  test('a transfer with the unique amount turns to success by itself @core', async ({ page, program, request }) => {
    const topups = await Topups.open(request);
    await topups.cancelOpen();
    const before = await topups.balance('level_1');
    const stream = streamOpens(page);
    await signIn(page, users.root, 'deposit/top-up/bank-transfer');
    await stream;
    await page.getByLabel(texts.wallet).selectOption('Level 1');
    await page.getByLabel(texts.bank, { exact: true }).selectOption('BCA');
    await page.getByRole('button', { name: 'Rp\u00a01.000.000', exact: true }).click();
    await page.getByRole('button', { name: texts.proceed, exact: true }).click();
    await page.getByRole('button', { name: texts.yesProceed }).click();
    await expect(page.getByText(texts.waiting)).toBeVisible();
    await page.getByRole('button', { name: texts.copyAmount }).click();
    const amount = Number(await page.evaluate(() => navigator.clipboard.readText()));
    const data = { bankCode: 'BBCA', amount };
    const sent = await request.post(`${program.simulators}/bank/transfers`, { data });
    expect(sent.ok(), await sent.text()).toBe(true);
    await expect(page.getByRole('main').getByText(texts.done)).toBeVisible();
    await expect(page.getByRole('button', { name: texts.cancel })).toBeHidden();
    await expect(page.getByRole('button', { name: texts.copyAccount })).toBeHidden();
    await expect(page.getByRole('link', { name: texts.contact })).toBeVisible();
    await expectGoodLook(page, `topup-done-${language}`);
    expect(await topups.balance('level_1')).toBe(before + amount);
    await page.getByRole('button', { name: texts.create }).click();
    await expect(page).toHaveURL(/\/top-up\/bank-transfer$/u);
  });
});

function rupiah(amount: number): string {
  return `Rp\u00a0${amount.toLocaleString('id-ID')}`;
}
