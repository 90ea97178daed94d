import { readFileSync } from 'node:fs';

import { test } from './support/journey.ts';
import { root } from './support/places.ts';
import { expectEachRoute, expectWithinBudget, type Screen } from './support/route-budget.ts';
import { holdSession } from './support/sign-in.ts';
import { desk, phone } from './support/visit.mjs';

const screens: Screen[] = JSON.parse(readFileSync(`${root}/test/e2e/support/screens.json`, 'utf8'));

/** Routes that lead elsewhere, or that only a link in a mail or of staff, a running payment or a demand on the user opens. */
const unmeasured = new Set([
  '/',
  '/change-password',
  '/second-factor',
  '/forgot-password-confirmation',
  '/look',
  '/connect/settings/publish-confirm',
  '/deposit/top-up/bank-transfer/$trxId',
]);

test('each route has a budget', () => {
  expectEachRoute(readFileSync(`${root}/web/dashboard/src/routeTree.gen.ts`, 'utf8'), screens, unmeasured);
});

for (const screen of screens) {
  test(`${screen.name} comes up within its budget, and nothing moves`, async ({ browser, baseURL }) => {
    // Each section of the profile asks for the user anew: another tab may have changed it.
    const mostSelf = screen.route.startsWith('/profile/') ? 2 : 1;
    const app = { address: baseURL ?? '', self: '/v1/user', mostSelf, hold: holdSession };
    for (const { viewport } of [phone, desk]) await expectWithinBudget(browser, screen, viewport, app);
  });
}
