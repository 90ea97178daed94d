import { describe, expect, it } from 'vitest';

import { isEmail, isUsername } from './fields';
import { deviceOf } from './security/device-name';
import { isPageSection, profileEntries } from './profile-sections';

describe('username', () => {
  it.each(['ab', 'rina', 'rina.m', 'rina_m', 'R2', 'a.b_c.d', 'a'.repeat(20)])('takes %s', (name) => {
    expect(isUsername(name)).toBe(true);
  });

  it.each(['', 'a', 'a'.repeat(21), '.rina', 'rina.', '_rina', 'rina_', 'ri..na', 'ri._na', 'ri na', 'riná', 'ri-na'])(
    'refuses "%s"',
    (name) => {
      expect(isUsername(name)).toBe(false);
    },
  );
});

describe('e-mail address', () => {
  it.each(['a@b.co', 'root.1001@example.com', 'a+b@mail.example.co.id'])('takes %s', (address) => {
    expect(isEmail(address)).toBe(true);
  });

  it.each(['', 'a', 'a@b', '@b.co', 'a@.co', 'a@b.', 'a@b..co', 'a b@c.co', 'Rina <a@b.co>', 'a@b.co,c@d.co'])(
    'refuses "%s"',
    (address) => {
      expect(isEmail(address)).toBe(false);
    },
  );

  it('is at most 254 characters in all', () => {
    const domain = '@example.com';
    expect(isEmail('a'.repeat(254 - domain.length) + domain)).toBe(true);
    expect(isEmail('a'.repeat(255 - domain.length) + domain)).toBe(false);
  });
});

describe('profile menu', () => {
  const everything = ['profile', 'password', 'pin', 'security', 'user-management', 'api-key'];
  it.each([
    [['corporate'], [14], everything],
    [['corporate'], [14, 304], [...everything, 'developers']],
    [[], [304], ['profile', 'password', 'security', 'user-management', 'developers']],
    [[], [305], ['profile', 'password', 'security', 'user-management', 'roles']],
    [[], [14], ['profile', 'password', 'security', 'user-management', 'api-key']],
    [['corporate'], [], ['profile', 'password', 'security', 'user-management']],
    [[], [], ['profile', 'password', 'security', 'user-management']],
  ])('with features %j and permissions %j has %j', (features, permissions, expected) => {
    expect(profileEntries({ features, permissions })).toEqual(expected);
  });

  it('knows its sections and no others', () => {
    expect(everything.every(isPageSection)).toBe(true);
    expect(isPageSection('developers')).toBe(false);
    expect(isPageSection('constructor')).toBe(false);
    expect(isPageSection(undefined)).toBe(false);
  });
});

describe('device name', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36', 'Chrome', 'Windows'],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36 Edg/130.0', 'Edge', 'Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile Safari/604.1', 'Safari', 'iOS'],
    [
      'Mozilla/5.0 (Linux; Android 14) SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36',
      'Samsung Internet',
      'Android',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14.1; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox', 'macOS'],
    ['curl/8.0', undefined, undefined],
  ])('reads %s', (agent, browser, system) => {
    expect(deviceOf(agent)).toEqual({ browser, system });
  });
});
