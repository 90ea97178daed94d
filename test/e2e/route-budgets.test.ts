import { readFileSync } from 'node:fs';

import { expect, test } from './support/journey.ts';
import { root } from './support/places.ts';
import { holdSession } from './support/sign-in.ts';
import { desk, phone, roundTrips, slowDown, type Visit, visit, watchFor } from './support/visit.mjs';

/** A screen, and what it may take until its content is there. */
interface Screen {
  name: string;
  /** The route in the router, so that no route is forgotten. */
  route: string;
  path: string;
  /** A selector of what the screen is for: its first row, figure or field. */
  content: string;
  /** Paths of what it asks for before its code is there (web/dashboard/src/start/first-calls.ts), once each. */
  early?: string[];
  /** It needs no session. */
  public?: boolean;
  /** Where it may take more than others, and why. */
  budget?: Partial<Budget> & { why: string };
}

interface Budget {
  /** Requests before the content. */
  requests: number;
  /** How many of them came one after the other. */
  steps: number;
  kB: number;
}

const budget: Budget = { requests: 30, steps: 4, kB: 275 };
/** The most that a screen may move while it comes up. */
const mostShift = 0.02;
/**
 * A machine that does something else draws a visit out, so that the best of some visits counts, and for each request the
 * least of its steps: what it really waits for comes before it in every visit.
 */
const visits = 5;

const screens: Screen[] = JSON.parse(readFileSync(`${root}/test/e2e/support/screens.json`, 'utf8'));

/** Routes that lead elsewhere, or that only a link in a mail, a running payment or a demand on the user opens. */
const unmeasured = new Set([
  '/',
  '/change-password',
  '/second-factor',
  '/forgot-password-confirmation',
  '/connect/settings/publish-confirm',
  '/deposit/top-up/bank-transfer/$trxId',
]);

test('each route has a budget', () => {
  const tree = readFileSync(`${root}/web/dashboard/src/routeTree.gen.ts`, 'utf8');
  const routes = [...tree.matchAll(/fullPath: '([^']+)'/gu)].map(([, path]) => path ?? '');
  const measured = new Set(screens.map(({ route }) => route));
  expect(routes.filter((route) => !measured.has(route) && !unmeasured.has(route))).toEqual([]);
  expect(routes.length).toBeGreaterThan(unmeasured.size);
});

for (const screen of screens) {
  test(`${screen.name} comes up within its budget, and nothing moves`, async ({ browser, baseURL }) => {
    const most = { ...budget, ...screen.budget };
    for (const { viewport } of [phone, desk]) {
      let seen: Seen | undefined;
      const leastSteps = new Map<string, number>();
      for (let left = visits; left > 0 && !(seen && within(seen, most)); left -= 1) {
        // A context of its own has an empty cache.
        const context = await browser.newContext({ baseURL: baseURL ?? '', viewport });
        const page = await context.newPage();
        if (!screen.public) await holdSession(page);
        await watchFor(page, screen.content);
        const visited = await visit(page, await slowDown(page, roundTrips), new URL(screen.path, baseURL).href);
        for (const [request, step] of visited.steps) {
          leastSteps.set(request, Math.min(step, leastSteps.get(request) ?? step));
        }
        const chains = [...visited.steps.keys()].map((request) => leastSteps.get(request) ?? 0);
        seen = { ...visited, longest: Math.max(0, ...chains) };
        await context.close();
      }
      expect(seen && within(seen, most), seen && figuresOf(seen, viewport.width)).toBe(true);
      // Each section of the profile asks anew: another tab may have changed the user.
      if (seen && !screen.public)
        expectEarlyCalls(seen, screen.early ?? [], screen.route.startsWith('/profile/') ? 2 : 1);
    }
  });
}

/** A visit, with the most requests one after the other that lead to one of its own. */
interface Seen extends Visit {
  longest: number;
}

function within({ requests, longest, kB, shift }: Seen, most: Budget): boolean {
  return requests <= most.requests && longest <= most.steps && kB <= most.kB && shift <= mostShift;
}

function figuresOf({ requests, longest, kB, shift, sources }: Seen, width: number): string {
  const moved = sources.filter(({ value }) => value > mostShift / 4).map(({ value, name }) => `${name} ${value}`);
  return `${requests} requests, ${longest} steps, ${kB.toFixed(0)} kB, shift ${shift} at ${width} px ${moved.join(', ')}`;
}

/** The user and the first data are asked for by the page itself, before its code is there, and the code asks for neither. */
function expectEarlyCalls({ list, untaken }: Visit, early: readonly string[], mostUsers: number): void {
  for (const path of ['/v1/user', ...early]) {
    const call = list.find(({ url }) => new URL(url).pathname === path);
    expect(call?.by, path).toBe(list[0]?.url);
  }
  expect(untaken).toEqual([]);
  expect(list.filter(({ url }) => url.endsWith('/v1/user')).length).toBeLessThanOrEqual(mostUsers);
}
