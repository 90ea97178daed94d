import { describe, expect, it, vi } from 'vitest';

import { Session } from './session';
import { browserStorage } from './storage';

const started = () => {
  const session = new Session(browserStorage());
  session.begin('token-1', 'root');
  return session;
};

describe('session', () => {
  it('keeps every stored value over a reload', () => {
    started().keep('permissions', [6, 14], 1000);
    const reloaded = new Session(browserStorage());
    expect(reloaded.read()).toEqual({ token: 'token-1', username: 'root', passwordExpired: false });
    expect(reloaded.readStored('permissions')).toEqual({ value: [6, 14], at: 1000 });
    expect(reloaded.readStored('anything else')).toBeUndefined();
  });

  it('stores under the name of its app', () => {
    started();
    expect(Object.keys(window.localStorage).toSorted()).toEqual([
      'loket.shared.session.token',
      'loket.shared.session.username',
    ]);
  });

  it('starts anew without anything of the former user', () => {
    const session = started();
    session.keep('userDetail', { id: '12' });
    session.begin('token-2', 'finance');
    expect(session.read()).toEqual({ token: 'token-2', username: 'finance', passwordExpired: false });
    expect(session.readStored('userDetail')).toBeUndefined();
  });

  it('leaves nothing of it in the browser when it ends, and what is not of it', () => {
    const session = started();
    session.keep('userDetail', { id: '12' });
    window.localStorage.setItem('loket.shared.language', 'id');
    session.clear();
    expect(Object.keys(window.localStorage)).toEqual(['loket.shared.language']);
  });

  it('does not come back to life by an answer that comes late', () => {
    const session = started();
    session.clear();
    session.keep('permissions', [6]);
    expect(window.localStorage).toHaveLength(0);
  });

  it('keeps nothing but the restricted token when the password expired, whatever comes late', () => {
    const session = started();
    session.expirePassword('restricted');
    session.keep('permissions', [6]);
    expect(session.read()).toEqual({ token: 'restricted', passwordExpired: true });
    expect(session.readStored('permissions')).toBeUndefined();
  });

  it('counts a spoilt value as absent', () => {
    window.localStorage.setItem('loket.shared.session.token', '{oops');
    expect(new Session(browserStorage()).read().token).toBeUndefined();
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
