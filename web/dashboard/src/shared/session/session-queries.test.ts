import { describe, expect, it } from 'vitest';

import { makeUser } from '../../../test/factories';
import { session } from './session';
import { permissionIds, storedUser } from './session-queries';

describe('permission ids', () => {
  it('are the keys whose value is true', () => {
    expect(permissionIds({ '6': true, '14': false, '204': true, odd: true })).toEqual([6, 204]);
  });
});

describe('stored user', () => {
  it('is put together again from user and client detail', () => {
    session.begin('token', 'root');
    expect(storedUser()).toBeUndefined();
    session.know(makeUser(), 5000);
    expect(storedUser()).toEqual({ user: makeUser(), at: 5000 });
  });
});
