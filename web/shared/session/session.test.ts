import { describe, expect, it, vi } from 'vitest';

import { makeUser } from '../../test/factories';
import { Session } from './session';

const started = () => {
  const session = new Session(window.localStorage);
  session.begin('token-1', 'root');
  return session;
};

describe('session', () => {
  it('keeps every stored value over a reload', () => {
    const session = started();
    session.grant([6, 14]);
    session.know(makeUser(), 1000);
    const read = new Session(window.localStorage).read();
    expect(read).toMatchObject({
      token: 'token-1',
      username: 'root',
      fullName: 'Rina Maharani',
      role: ['client_root'],
      permissions: [6, 14],
      roleName: 'Client Root',
      email: 'root.1001@example.com',
      passwordExpired: false,
    });
    expect(read.clientDetail).toMatchObject({ at: 1000, value: { id: 1001, name: 'Toko Maju Jaya' } });
    expect(read.userDetail?.value).not.toHaveProperty('Client');
  });

  it('starts anew without anything of the former user', () => {
    const session = started();
    session.know(makeUser(), 1000);
    session.begin('token-2', 'finance');
    expect(session.read()).toEqual({
      token: 'token-2',
      username: 'finance',
      role: [],
      passwordExpired: false,
    });
  });

  it('leaves nothing in the browser when it ends', () => {
    const session = started();
    session.know(makeUser(), 1000);
    session.clear();
    expect(window.localStorage).toHaveLength(0);
  });

  it('does not come back to life by an answer that comes late', () => {
    const session = started();
    session.clear();
    session.know(makeUser(), 1000);
    session.grant([6]);
    expect(window.localStorage).toHaveLength(0);
  });

  it('keeps nothing but the restricted token when the password expired, whatever comes late', () => {
    const session = started();
    session.expirePassword('restricted');
    session.know(makeUser(), 1000);
    session.grant([6]);
    expect(session.read()).toEqual({ token: 'restricted', passwordExpired: true, role: [] });
  });

  it('counts a spoilt value as absent', () => {
    window.localStorage.setItem('loket.session.token', '{oops');
    expect(new Session(window.localStorage).read().token).toBeUndefined();
  });

  it('tells its listeners, and gives the same object until something changes', () => {
    const session = started();
    const listener = vi.fn();
    session.subscribe(listener);
    expect(session.read()).toBe(session.read());
    session.clear();
    expect(listener).toHaveBeenCalledWith('here');
    session.takeOver();
    expect(listener).toHaveBeenLastCalledWith('elsewhere');
  });
});
