import type { Page } from '@playwright/test';

import { longDay } from './support/calendar.ts';
import { readyColleague } from './support/colleague.ts';
import { expect, test } from './support/journey.ts';
import { streamOpens } from './support/live.ts';
import { expectGoodLook } from './support/look.ts';
import { signIn } from './support/sign-in.ts';

/** The most that a page may move, as for its first load. */
const mostShift = 0.02;

/** Runs in each page before its scripts: adds up how far its parts are moved, for `shiftOf`. */
function watchShifts(): void {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if ('value' in entry && typeof entry.value === 'number') sum += entry.value;
    document.documentElement.dataset['shift'] = String(sum);
  }).observe({ type: 'layout-shift', buffered: true });
}

const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => Number(document.documentElement.dataset['shift'] ?? 0));

test('operations announce something and tell clients of a disturbance; a user sees it, and closes it', async ({
  page,
  browser,
  program,
  request,
  staff,
}) => {
  const operations = await readyColleague(request, program, 'operations');
  const own = await staff.makeUser('1001');
  const office = await browser.newContext();
  const desk = await office.newPage();
  await desk.addInitScript(
    ({ token, username }) => {
      localStorage.setItem('loket.staff.session.token', JSON.stringify(token));
      localStorage.setItem('loket.staff.session.username', JSON.stringify(username));
    },
    { token: operations.token, username: operations.username },
  );

  // The user has the list of orders open, whose stream tells of changes.
  const streams = streamOpens(page);
  await page.addInitScript(watchShifts);
  await signIn(page, own);
  await streams;
  const before = await shiftOf(page);

  await desk.goto(`${program.staffApp}/announcements`);
  await desk.getByRole('button', { name: 'New announcement' }).click();
  const dialog = desk.getByRole('dialog', { name: 'New announcement' });
  await dialog.getByLabel('Title in English').fill('Maintenance on Sunday');
  await dialog.getByLabel('Text in English').fill('Orders wait from 01:00 to 02:00.');
  await dialog.getByLabel('Title in Indonesian').fill('Pemeliharaan hari Minggu');
  await dialog.getByLabel('Text in Indonesian').fill('Order menunggu dari 01:00 sampai 02:00.');
  await dialog.getByRole('button', { name: /^End:/u }).click();
  await desk
    .getByRole('dialog', { name: 'End' })
    .locator(`[aria-label="${longDay(1, 'en')}"]`)
    .click();
  await dialog.getByLabel('To all clients').uncheck();
  await dialog.getByLabel('Client IDs').fill('1001');
  await dialog.getByLabel('Reason').fill('New database');
  await expectGoodLook(desk, 'staff-announcement');
  await dialog.getByRole('button', { name: 'Tell clients' }).click();
  await expect(dialog).toBeHidden();
  const row = desk.getByRole('row', { name: /Maintenance on Sunday/u });
  await expect(row.getByText('Shown')).toBeVisible();
  await expectGoodLook(desk, 'staff-announcements');

  // It comes by itself, and nothing on the page moves.
  const card = page.getByRole('region', { name: 'Announcement' });
  await expect(card.getByText('Orders wait from 01:00 to 02:00.')).toBeVisible();
  expect((await shiftOf(page)) - before).toBeLessThanOrEqual(mostShift);
  await expectGoodLook(page, 'announcement');
  await card.getByRole('button', { name: 'Close Maintenance on Sunday' }).click();
  await expect(card).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Order History', level: 1 })).toBeVisible();
  await expect(card).toBeHidden();
  await row.getByRole('button', { name: 'End Maintenance on Sunday' }).click();
  const ending = desk.getByRole('dialog', { name: 'End Maintenance on Sunday' });
  await ending.getByLabel('Reason').fill('It is over');
  await ending.getByRole('button', { name: 'End announcement' }).click();
  await expect(row.getByText('Ended', { exact: true })).toBeVisible();

  // A disturbance is told to who bought the product, until it ends.
  await desk.goto(`${program.staffApp}/products/TSEL10`);
  await desk.getByRole('button', { name: 'Report a problem…' }).click();
  const problem = desk.getByRole('dialog', { name: /^Problem of/u });
  await problem.getByLabel('Clients read, in English').fill('The operator is slow');
  await expect(problem.getByLabel('Tell clients')).toBeChecked();
  await problem.getByLabel('Reason').fill('Chat of 14:02');
  await expectGoodLook(desk, 'staff-problem');
  await problem.getByRole('button', { name: 'Report problem' }).click();
  await expect(problem).toBeHidden();
  await expect(card.getByText('The operator is slow')).toBeVisible();
  await expectGoodLook(page, 'announcement-disturbance');
  await desk.getByRole('button', { name: 'End problem…' }).click();
  const end = desk.getByRole('dialog', { name: /^End the problem of/u });
  await end.getByLabel('Reason').fill('All is well');
  await end.getByRole('button', { name: 'End problem' }).click();
  await expect(end).toBeHidden();
  await expect(card).toBeHidden();
  await office.close();
});
