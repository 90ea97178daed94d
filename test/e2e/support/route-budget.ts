import type { Browser, Page } from '@playwright/test';

import { expect } from './journey.ts';
import { roundTrips, slowDown, type Visit, visit, watchFor } from './visit.mjs';

/** A screen, and what it may take until its content is there. */
export interface Screen {
  name: string;
  /** The route in the router, so that no route is forgotten. */
  route: string;
  path: string;
  /** A selector of what the screen is for: its first row, figure or field. */
  content: string;
  /** Paths of what it asks for before its code is there (`start/first-calls.ts` of its app), once each. */
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

/** How the screens of an app are opened. */
interface App {
  /** Address of the app, to which the paths of the screens are relative. */
  address: string;
  /** Path of the call for who is signed in. */
  self: string;
  /** How often a screen may make it. */
  mostSelf: number;
  /** Gives a page its session before it loads. */
  hold: (page: Page) => Promise<void>;
}

const budget: Budget = { requests: 30, steps: 4, kB: 275 };
/** The most that a screen may move while it comes up. */
const mostShift = 0.02;
/**
 * A machine that does something else draws a visit out, so that the best of some visits counts, and for each request the
 * least of its steps: what it really waits for comes before it in every visit.
 */
const visits = 5;

/** A visit, with the most requests one after the other that lead to one of its own. */
interface Seen extends Visit {
  longest: number;
}

/** Opens a screen at a size until it kept to its budget, and fails if it never does. */
export async function expectWithinBudget(
  browser: Browser,
  screen: Screen,
  viewport: { width: number; height: number },
  app: App,
): Promise<void> {
  const most = { ...budget, ...screen.budget };
  let seen: Seen | undefined;
  const leastSteps = new Map<string, number>();
  for (let left = visits; left > 0 && !(seen && within(seen, most)); left -= 1) {
    // A context of its own has an empty cache.
    const context = await browser.newContext({ baseURL: app.address, viewport });
    const page = await context.newPage();
    if (!screen.public) await app.hold(page);
    await watchFor(page, screen.content);
    const visited = await visit(page, await slowDown(page, roundTrips), new URL(screen.path, app.address).href);
    for (const [request, step] of visited.steps) {
      leastSteps.set(request, Math.min(step, leastSteps.get(request) ?? step));
    }
    const chains = [...visited.steps.keys()].map((request) => leastSteps.get(request) ?? 0);
    seen = { ...visited, longest: Math.max(0, ...chains) };
    await context.close();
  }
  expect(seen && within(seen, most), seen && `${screen.name}: ${figuresOf(seen, viewport.width)}`).toBe(true);
  if (seen && !screen.public) expectEarlyCalls(seen, screen, app);
}

function within({ requests, longest, kB, shift }: Seen, most: Budget): boolean {
  return requests <= most.requests && longest <= most.steps && kB <= most.kB && shift <= mostShift;
}

function figuresOf({ requests, longest, kB, shift, sources }: Seen, width: number): string {
  const moved = sources.filter(({ value }) => value > mostShift / 4).map(({ value, name }) => `${name} ${value}`);
  return `${requests} requests, ${longest} steps, ${kB.toFixed(0)} kB, shift ${shift} at ${width} px ${moved.join(', ')}`;
}

/** Who is signed in and the first data are asked for by the page itself, before its code is there, and the code asks for neither. */
function expectEarlyCalls({ list, untaken }: Visit, { name, early = [] }: Screen, { self, mostSelf }: App): void {
  for (const path of [self, ...early]) {
    const call = list.find(({ url }) => new URL(url).pathname === path);
    expect(call?.by, `${name}: ${path}`).toBe(list[0]?.url);
  }
  expect(untaken, name).toEqual([]);
  expect(list.filter(({ url }) => new URL(url).pathname === self).length, name).toBeLessThanOrEqual(mostSelf);
}

/** Every route of an app is among the screens, or among those that are not measured. */
export function expectEachRoute(routeTree: string, screens: readonly Screen[], unmeasured: ReadonlySet<string>): void {
  const routes = [...routeTree.matchAll(/fullPath: '([^']+)'/gu)].map(([, path]) => path ?? '');
  const measured = new Set(screens.map(({ route }) => route));
  expect(routes.filter((route) => !measured.has(route) && !unmeasured.has(route))).toEqual([]);
  expect(routes.length).toBeGreaterThan(unmeasured.size);
}
