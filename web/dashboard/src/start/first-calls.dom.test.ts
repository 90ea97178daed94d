import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { askFirst, earlyCalls } from '@shared/app/start/early-calls';

import { makeUser } from '../../../test/factories';
import { accountCalls } from './account-calls';
import { firstCalls } from './first-calls';

/** What the server answers, by path. Others get 404. */
const served: Record<string, unknown> = {};
let calledPaths: string[] = [];

beforeEach(() => {
  vi.setSystemTime('2026-11-26T03:00:00Z');
  calledPaths = [];
  for (const path of Object.keys(served)) Reflect.deleteProperty(served, path);
  served['/v1/user'] = makeUser();
  served['/v1/permission'] = { '204': true, '211': false };
  vi.stubGlobal('fetch', (url: string) => {
    const path = url.replace(window.location.origin, '');
    calledPaths.push(path);
    return Promise.resolve(served[path] ? Response.json(served[path]) : new Response('', { status: 404 }));
  });
});
afterEach(() => {
  globalThis.loketEarly = undefined;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens a page and returns what it asks for beside the user and their permissions, once all is answered. */
async function asksAt(path: string, stored: Record<string, unknown> = {}, search = ''): Promise<string[]> {
  const at = Date.now();
  const early = earlyCalls({
    token: 'a',
    language: 'en',
    deployment: { flags: { settlement: false, pricing: false, analytics: false } },
    readStored: (name) => (name in stored ? { value: stored[name], at } : {}),
  });
  askFirst(firstCalls, accountCalls(early), path, new URLSearchParams(search));
  await new Promise((done) => setTimeout(done, 20));
  return calledPaths.filter((one) => one !== '/v1/user' && one !== '/v1/permission');
}

it('asks for the history of the first wallet that is active', async () => {
  const deposits = [
    { type: 'level_1', active: false },
    { type: 'level_2', active: true },
  ];
  served['/dashboard/v1/deposits/client'] = { deposits };
  const calls = ['/dashboard/v1/deposits/client', '/v1/depositevents?depositType=level_2'];
  expect(await asksAt('/deposit')).toEqual(calls);
  expect(Object.keys(globalThis.loketEarly?.answers ?? {})).toEqual(
    ['/v1/user', '/v1/permission', ...calls].map((path) => window.location.origin + path),
  );
});

it('asks at once for the wallet that the session keeps, and for another one that is the first now', async () => {
  const wallets = '/dashboard/v1/deposits/client';
  const [first, second] = ['/v1/depositevents?depositType=level_1', '/v1/depositevents?depositType=level_2'];
  served[wallets] = { deposits: [{ type: 'level_1', active: true }] };
  expect(await asksAt('/deposit', { firstWallet: 'level_1' })).toEqual([wallets, first]);
  calledPaths = [];
  served[wallets] = { deposits: [{ type: 'level_2', active: true }] };
  expect(await asksAt('/deposit', { firstWallet: 'level_1' })).toEqual([wallets, first, second]);
});

it('asks for the statement of the first wallet, for the month before today by the clock of the client', async () => {
  served['/dashboard/v1/deposits/client'] = { deposits: [{ type: 'level_1', active: false }] };
  vi.setSystemTime('2026-12-31T18:00:00Z'); // it is January in Jakarta
  const statement = '/v1/depositevents/statement?depositType=level_1&month=2026-12';
  expect(await asksAt('/deposit/statement')).toEqual(['/dashboard/v1/deposits/client', statement]);
});

it('asks for what the user may see alone', async () => {
  expect(await asksAt('/invoice')).toEqual(['/v1/invoices/client?page=1']);
  calledPaths = [];
  expect(await asksAt('/bill-payment/contact-list')).toEqual([]);
  expect(await asksAt('/settlement')).toEqual([]);
});

it('asks for no user that is stored and fresh', async () => {
  const { Client, ...userDetail } = makeUser({ user: { pin: true } });
  const stored = { userDetail, clientDetail: Client, permissions: [] };
  expect(await asksAt('/invoice', stored)).toEqual([]);
  expect(calledPaths).toEqual([]);
  // A PIN is confirmed in another tab.
  await asksAt('/invoice', { ...stored, userDetail: { ...userDetail, role: ['client_root'], pin: false } });
  expect(calledPaths).toEqual(['/v1/user']);
});

it('asks for the orders of the days in the address, or of today by the clock of the client', async () => {
  const today = '/v1/orders/external?dateStart=2026-11-26&dateEnd=2026-11-26';
  expect(await asksAt('/orders')).toEqual([today]);
  calledPaths = [];
  expect(await asksAt('/orders/list', {}, 'dateStart=2026-11-25&dateEnd=2026-11-26')).toEqual([
    '/v1/orders/external?dateStart=2026-11-25&dateEnd=2026-11-26',
  ]);
});

it.each([
  ['filters', '/orders', 'dateStart=2026-11-26&dateEnd=2026-11-26&filterType=5'],
  ['filters of a wallet', '/deposit', 'action=topup'],
  ['days to come', '/orders', 'dateStart=2026-11-26&dateEnd=2026-11-27'],
  ['too many days', '/orders', 'dateStart=2026-11-23&dateEnd=2026-11-26'],
  ['days that are none', '/orders', 'dateStart=x&dateEnd=y'],
  ['another tab', '/orders/report', ''],
  ['a page without data', '/cs', ''],
])('leaves %s to the page', async (_what, path, search) => {
  expect(await asksAt(path, {}, search)).toEqual([]);
});

it('leaves nothing unhandled when the answers are refused, on any page', async () => {
  const unhandled = vi.fn<(reason: unknown) => void>();
  process.on('unhandledRejection', unhandled);
  served['/v1/permission'] = Object.fromEntries(['14', '204', '208', '211'].map((id) => [id, true]));
  const answers = fetch;
  // The user is answered late: what is asked beside them has failed by then.
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/v1/user')) await new Promise((done) => setTimeout(done, 5));
    return answers(url);
  });
  for (const path of Object.keys({ ...firstCalls.pages, ...firstCalls.searchPages })) await asksAt(path);
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

it('does not ask late for what the app has asked for', async () => {
  const shown = asksAt('/invoice');
  if (globalThis.loketEarly) {
    globalThis.loketEarly.answers[`${window.location.origin}/v1/invoices/client?page=1`] = undefined;
  }
  expect(await shown).toEqual([]);
});

it('asks for the price list, and for the product that the address opens', async () => {
  const list = '/dashboard/v1/products/client?page=1&perPage=50';
  expect(await asksAt('/product')).toEqual([list]);
  calledPaths = [];
  expect(await asksAt('/product', {}, 'product=TSEL10')).toEqual([list, '/dashboard/v1/products/client/TSEL10/prices']);
  calledPaths = [];
  expect(await asksAt('/product', {}, 'active=true&product=TSEL10')).toEqual([]);
});
