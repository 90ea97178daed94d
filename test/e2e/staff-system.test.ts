import { readFile } from 'node:fs/promises';

import { holdStaffSession, readyColleague } from './support/colleague.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { publishShop } from './support/publish-shop.ts';
import { runStatements } from './support/sqlite.ts';

const givenUp = (kind: string, error: string) =>
  `INSERT INTO jobs (kind, args, state, run_at, attempt, last_error, created_at) VALUES ('${kind}', '{}', 'dead', ${Date.now()}000, 10, '${error}', ${Date.now()}000);`;

test('an owner has a job tried again and drops another, hides a shop, and exports a report', async ({
  page,
  program,
  request,
}) => {
  const owner = await readyColleague(request, program, 'owner');
  await runStatements(
    program,
    givenUp('settlement.close', 'connection reset'),
    givenUp('scheduled.sweep', 'disk full'),
  );
  await holdStaffSession(page, owner);

  await page.goto(`${program.staffApp}/jobs`);
  const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text });
  await expect(rowOf('connection reset')).toContainText('10 tries');
  await expectGoodLook(page, 'staff-jobs');
  for (const [error, act, done] of [
    ['connection reset', 'Try again', 'The job is tried again'],
    ['disk full', 'Drop', 'The job was dropped'],
  ] as const) {
    await rowOf(error).getByText(act, { exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: act, exact: true }).click();
    await expect(dialog.getByText('Please fill this in.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Seen in the log');
    await dialog.getByRole('button', { name: act, exact: true }).click();
    await expect(page.getByText(done)).toBeVisible();
    await expect(rowOf(error)).toHaveCount(0);
  }

  await page.getByRole('link', { name: 'Shops' }).click();
  await page.getByRole('searchbox', { name: 'Search shops' }).fill('majujaya');
  await page.getByRole('button', { name: 'Unpublish Maju Games' }).click();
  const hide = page.getByRole('dialog', { name: 'Unpublish Maju Games' });
  await hide.getByRole('textbox', { name: 'Reason' }).fill('Sells what it may not');
  await hide.getByRole('button', { name: 'Unpublish', exact: true }).click();
  await expect(page.getByText('Maju Games is not published any more')).toBeVisible();
  await expect(rowOf('Maju Games').getByText('Not published')).toBeVisible();
  await expectGoodLook(page, 'staff-shops');
  await publishShop(request, program);

  // Days that are over don't change any more: each grouping adds up to the same total, and so does the file.
  const day = new Date(Date.now() - 5 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  await page.goto(`${program.staffApp}/reports?dateStart=${day}&dateEnd=${day}`);
  const total = page.getByRole('row', { name: /^Total/u });
  await expect(total).toBeVisible();
  const sums = await total.innerText();
  for (const groupBy of ['By product', 'By client', 'By supplier']) {
    await page.getByRole('navigation', { name: 'Rows' }).getByRole('link', { name: groupBy }).click();
    await expect(page.getByRole('region', { name: groupBy })).toBeVisible();
    expect(await total.innerText()).toBe(sums);
  }
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await readFile(await (await coming).path(), 'utf8');
  const [, orders = '', amount = ''] = sums.replaceAll('.', '').split(/\s+/u);
  expect(file).toContain(`,${orders},${amount},`);
});
