import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { readyColleague } from './support/colleague.ts';
import { test } from './support/journey.ts';
import { root } from './support/places.ts';
import { expectEachRoute, expectWithinBudget, type Screen } from './support/route-budget.ts';
import { desk, phone } from './support/visit.mjs';

const screens: Screen[] = JSON.parse(readFileSync(`${root}/test/e2e/support/staff-screens.json`, 'utf8'));

/** Routes that lead elsewhere, that only a demand on the user opens, or whose address has an id of this run. */
const unmeasured = new Set(['/', '/change-password', '/second-factor', '/orders/$id']);

test('each route of staff has a budget', () => {
  expectEachRoute(readFileSync(`${root}/web/staff/src/routeTree.gen.ts`, 'utf8'), screens, unmeasured);
});

for (const { viewport } of [phone, desk]) {
  test(`pages of staff come up within their budgets at ${viewport.width} px, and nothing moves`, async ({
    browser,
    program,
    request,
  }) => {
    const { token, username } = await readyColleague(request, program, 'owner');
    const app = {
      address: `${program.staffApp}/`,
      self: '/staff/v1/me',
      mostSelf: 1,
      hold: async (page: Page) => {
        await page.addInitScript(hold, { token, username });
      },
    };
    for (const screen of screens) await expectWithinBudget(browser, screen, viewport, app);
  });
}

/** Runs in each page before its scripts. */
function hold({ token, username }: { token: string; username: string }): void {
  localStorage.setItem('loket.staff.session.token', JSON.stringify(token));
  localStorage.setItem('loket.staff.session.username', JSON.stringify(username));
}
