import { afterEach, describe, expect, it, vi } from 'vitest';

import { returnPathFor, landing } from './landing';

const zone = 'Asia/Jakarta';
const orders = '/orders?dateStart=2026-11-20&dateEnd=2026-11-21';

describe('landing after sign-in', () => {
  afterEach(() => vi.useRealTimers());

  it.each([
    '/orders',
    '/orders/export',
    '/orders?query=%23123&order=9007199254740993123',
    '/profile/api-key',
    '/profile#threshold',
    '/bill-payment?operatorType=mobile',
  ])('is where the link led: %s', (next) => {
    expect(landing(next, zone)).toBe(next);
  });

  it.each([
    undefined,
    '',
    '/',
    // Other origins, as browsers parse them
    '//evil.example',
    '//evil.example/orders',
    String.raw`/\evil.example`,
    String.raw`/\/evil.example/orders`,
    '/\t/evil.example/orders',
    '/\n/evil.example/orders',
    'https://evil.example/orders',
    'https:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    // Right origin, but not a page of the dashboard
    '/.//evil.example/orders',
    '/orders/..//evil.example',
    '/orders/../login',
    'orders',
    '/login',
    '/nowhere',
    '/constructor',
    '/%2Forders',
    'http://[',
    '//[',
  ])('is the orders for %j', (next) => {
    vi.useFakeTimers({ now: new Date('2026-11-21T05:00:00Z') });
    expect(landing(next, zone)).toBe(orders);
  });

  it('stays on this origin where a path climbs', () => {
    expect(landing('/nowhere/../orders/export', zone)).toBe('/orders/export');
  });
});

describe('coming back', () => {
  it('leads to the page that was open', () => {
    const page = { pathname: '/profile/pin', href: '/profile/pin?tab=1', search: {} };
    expect(returnPathFor(page)).toEqual({ next: '/profile/pin?tab=1' });
  });

  it('keeps what the sign-in page was told', () => {
    const page = { pathname: '/login', href: '/login?next=/deposit' };
    expect(returnPathFor({ ...page, search: { next: '/deposit' } })).toEqual({ next: '/deposit' });
    expect(returnPathFor({ ...page, search: {} })).toEqual({});
  });
});
