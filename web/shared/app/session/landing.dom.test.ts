import { describe, expect, it } from 'vitest';

import { type Landing, landingPath, returnPathFor } from './landing';

const home = '/orders?dateStart=2026-11-20&dateEnd=2026-11-21';
const landing: Landing = { areas: ['orders', 'profile', 'bill-payment'], features: [], home: () => home };

describe('landing after sign-in', () => {
  it.each([
    '/orders',
    '/orders/export',
    '/orders?query=%23123&order=9007199254740993123',
    '/profile/api-key',
    '/profile#threshold',
    '/bill-payment?operatorType=mobile',
  ])('is where the link led: %s', (next) => {
    expect(landingPath(landing, next, undefined)).toBe(next);
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
    // Right origin, but not a page of the app
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
  ])('is the first page for %j', (next) => {
    expect(landingPath(landing, next, undefined)).toBe(home);
  });

  it('stays on this origin where a path climbs', () => {
    expect(landingPath(landing, '/nowhere/../orders/export', undefined)).toBe('/orders/export');
  });
});

describe('coming back', () => {
  it('leads to the page that was open', () => {
    const page = { pathname: '/profile/pin', href: '/profile/pin?tab=1', search: {} };
    expect(returnPathFor(landing, page)).toEqual({ next: '/profile/pin?tab=1' });
  });

  it('keeps what the sign-in page was told', () => {
    const page = { pathname: '/login', href: '/login?next=/deposit' };
    expect(returnPathFor(landing, { ...page, search: { next: '/deposit' } })).toEqual({ next: '/deposit' });
    expect(returnPathFor(landing, { ...page, search: {} })).toEqual({});
  });
});
