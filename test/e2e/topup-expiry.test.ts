import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { expect, test } from './support/journey.ts';
import { inEveryVariant } from './support/language.ts';
import { expectGoodLook } from './support/look.ts';
import { signIn, users } from './support/sign-in.ts';
import { topupWords } from './support/topup-words.ts';
import { Topups } from './support/topups.ts';

const run = promisify(execFile);

inEveryVariant(({ language }) => {
  const texts = topupWords[language];

  test('an order that nobody pays expires on the open page @once', async ({ page, request, program }) => {
    const topups = await Topups.open(request);
    await topups.cancelOpen();
    const id = await topups.create('level_1', 50_000);
    await signIn(page, users.root, `deposit/top-up/bank-transfer/${id}`);
    await expect(page.getByText(texts.waiting)).toBeVisible();
    await expect(page.getByRole('timer')).toHaveText(/^0[23]:\d\d:\d\d$/u);
    // The program has no clock that a journey can turn, so the end of the order comes earlier instead.
    const sooner = `UPDATE topup_orders SET expires_at = created_at + 1 WHERE id = ${id};`;
    await run('sqlite3', [`${program.data}/loket.db`, '.timeout 60000', sooner]);
    await expect(page.getByRole('main').getByText(texts.expired)).toBeVisible();
    await expect(page.getByRole('button', { name: texts.transferred })).toBeHidden();
    await expect(page.getByRole('button', { name: texts.copyAmount })).toBeHidden();
    await expect(page.getByRole('link', { name: texts.contact })).toBeVisible();
    await expectGoodLook(page, `topup-expired-${language}`);
  });
});
