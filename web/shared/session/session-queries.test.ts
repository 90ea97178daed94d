import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';

import { makeUser } from '../../test/factories';
import { session } from './session';
import { permissionIds, permissionsOptions, storedUser } from './session-queries';

describe('permission ids', () => {
  it('are the keys whose value is true', () => {
    expect(permissionIds({ '6': true, '14': false, '204': true, odd: true })).toEqual([6, 204]);
  });
});

describe('stored permissions', () => {
  it('are asked for when the page was left between the answers of user and permissions', () => {
    session.begin('token', 'root');
    session.know(makeUser(), 5000);
    expect(freshly(permissionsOptions())).toBeUndefined();
    session.grant([]);
    expect(freshly(permissionsOptions())).toEqual([]);
  });
});

/** What a page that was just loaded takes for known. */
function freshly(options: ReturnType<typeof permissionsOptions>) {
  return new QueryObserver(new QueryClient(), options).getCurrentResult().data;
}

describe('stored user', () => {
  it('is put together again from user and client detail', () => {
    session.begin('token', 'root');
    expect(storedUser()).toBeUndefined();
    session.know(makeUser(), 5000);
    expect(storedUser()).toEqual({ user: makeUser(), at: 5000 });
  });
});
