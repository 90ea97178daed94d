import { describe, expect, it } from 'vitest';

import { makeUser } from '../../../../test/factories';
import { initialsOf } from '@shared/app/shell/initials';
import { lacksPin } from './pin-banner';
import { sidebarEntries } from './sidebar-entries';

const now = new Date('2026-11-21T07:00:00Z');
const all = { features: ['corporate', 'connect'], permissions: [22, 204] };

const areasOf = (access: typeof all) => sidebarEntries(access, now).map((entry) => entry.area);

describe('sidebar', () => {
  it('shows everything in order to a client with every feature', () => {
    expect(areasOf(all)).toEqual(['bill-payment', 'connect', 'orders', 'deposit', 'invoice', 'product', 'cs']);
    expect(sidebarEntries(all, now).every((entry) => !entry.disabled)).toBe(true);
  });

  it('hides what the client has no feature for', () => {
    expect(areasOf({ ...all, features: [] })).toEqual(['orders', 'deposit', 'invoice', 'product', 'cs']);
  });

  it('has the areas of the sandbox there', () => {
    expect(sidebarEntries(all, now, true).map((entry) => entry.area)).toEqual([
      'bill-payment',
      'orders',
      'deposit',
      'invoice',
      'cs',
    ]);
  });

  it('closes what the user has no permission for', () => {
    const disabled = sidebarEntries({ ...all, permissions: [] }, now).filter((entry) => entry.disabled);
    expect(disabled.map((entry) => entry.area)).toEqual(['bill-payment', 'invoice']);
  });

  it.each([
    ['2025-11-30T16:59:59Z', true],
    ['2025-11-30T17:00:00Z', false],
  ])('tags Bill Payment as new at %s: %s', (moment, expected) => {
    const [bill, connect] = sidebarEntries(all, new Date(moment));
    expect(bill?.isNew).toBe(expected);
    expect(connect?.isNew).toBe(true);
  });
});

describe('initials', () => {
  it.each([
    ['Rina Maharani', 'RM'],
    ['Rina Dewi Maharani', 'RM'],
    ['finance', 'FI'],
    ['budi.santoso', 'BS'],
    ['', ''],
  ])('of %j', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});

describe('PIN banner', () => {
  it.each([
    ['a corporate root user without a PIN', {}, true],
    ['one who has a PIN', { user: { pin: true } }, false],
    ['a user who is not root', { user: { pin: false, role: ['client_user'] } }, false],
    ['a client without the corporate feature', { user: { pin: false }, client: { features: [] } }, false],
  ])('asks %s: %j', (_name, overrides, expected) => {
    expect(lacksPin(makeUser({ user: { pin: false }, ...overrides }))).toBe(expected);
  });
});
