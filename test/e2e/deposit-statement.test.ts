import type { Locator } from '@playwright/test';

import { day } from './support/days.ts';
import { expect, test } from './support/journey.ts';
import { inEveryVariant } from './support/language.ts';
import { expectGoodLook } from './support/look.ts';
import { signIn, users } from './support/sign-in.ts';
import { Topups } from './support/topups.ts';

const textsIn = {
  en: {
    views: 'Statement',
    taxView: 'WHT 22 by month',
    recap: 'WHT 22 recap',
    every: 'List every row',
    rows: 'Every row',
  },
  id: {
    views: 'Rekening koran',
    taxView: 'PPh 22 per bulan',
    recap: 'Rekap PPh 22',
    every: 'Tampilkan setiap baris',
    rows: 'Setiap baris',
  },
};

const deposit = 300_000;
/** Half a per cent of a deposit to the level 2 wallet, since the client has a tax number. */
const withheld = 1500;

inEveryVariant(({ language }) => {
  const texts = textsIn[language];

  test('the statement of a wallet adds up to the rupiah, with the tax of a deposit that a bank just reported', async ({
    page,
    program,
    request,
  }) => {
    await signIn(page, users.root, 'deposit/top-up/virtual-account');
    await page.locator('select').first().selectOption('Level 2');
    await page.getByRole('button', { name: 'BCA', exact: true }).click();
    const number = await page.getByText(/^[\d\s]{12,}$/u).textContent();
    const accountNo = (number ?? '').replaceAll(/\s/gu, '');
    const paid = await request.post(`${program.simulators}/bank/va-payments`, { data: { accountNo, amount: deposit } });
    expect(paid.ok(), await paid.text()).toBe(true);

    // The month that is shown first is the last whole one.
    await page.goto(`deposit/statement?depositType=level_2&month=${day().slice(0, 'YYYY-MM'.length)}`);
    const sheet = page.getByRole('article');
    const recap = sheet.getByRole('table', { name: texts.recap });
    const newest = recap.getByRole('row').nth(-2);
    await expect(newest.getByRole('cell').nth(1)).toHaveText(`BCA VA ${number}`);
    await expect(newest.getByRole('cell').nth(2)).toHaveText('300.000');
    await expect(newest.getByRole('cell').last()).toHaveText('1.500');
    const tax = await lastFigure(recap.getByRole('row').last());
    expect(tax).toBeGreaterThanOrEqual(withheld);

    // Opening balance and operations make the closing balance, which is the balance of the wallet.
    const figures = (await sheet.getByRole('definition').allTextContents())
      .filter((text) => text.includes('Rp'))
      .map(figure);
    const closing = figures.pop() ?? Number.NaN;
    expect(figures.length).toBeGreaterThan(2);
    expect(figures.reduce((sum, one) => sum + one, 0)).toBe(closing);
    expect(await (await Topups.open(request)).balance('level_2')).toBe(closing);
    await expectGoodLook(page, `statement-${language}`);

    await page.getByLabel(texts.every).check();
    const rows = sheet.getByRole('table', { name: texts.rows });
    expect(await lastFigure(rows.getByRole('row').last())).toBe(closing);

    await page.getByLabel(texts.views, { exact: true }).selectOption(texts.taxView);
    const year = sheet.getByRole('table', { name: texts.taxView });
    await expect(year).toBeVisible();
    const months = await Promise.all((await year.getByRole('row').all()).slice(1).map(lastFigure));
    const total = months.pop();
    expect(months.reduce((sum, one) => sum + one, 0)).toBe(total);
    expect(months.at(-1)).toBe(tax);
    await expectGoodLook(page, `statement-tax-${language}`);
  });
});

async function lastFigure(row: Locator): Promise<number> {
  return figure((await row.getByRole('cell').last().textContent()) ?? '');
}

/** Reads an amount as screens write it: +Rp 1.500 or −1.500. */
function figure(text: string): number {
  const amount = Number(text.replaceAll(/\D/gu, ''));
  return /^[-−–]/u.test(text.trim()) ? -amount : amount;
}
