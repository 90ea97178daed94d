import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { ApiProblem } from '@shared/api/problem';
import { Session } from '@shared/session/session';
import { browserStorage } from '@shared/session/storage';

import type { PageKind } from './catalogue';
import { createErrorHandler, redirectDelay, sessionNotice } from './error-handler';

function setUp(pageKind: PageKind = 'elsewhere') {
  const session = new Session(browserStorage());
  session.begin('old', 'root');
  const parts = { notify: vi.fn(), report: vi.fn(), leave: vi.fn() };
  return { session, ...parts, handle: createErrorHandler({ session, pageKind: () => pageKind, ...parts }) };
}

const unauthenticated = () => new ApiProblem({ status: 401, code: 'UnauthenticatedError' });

describe('error handler', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('announces the end of a session once, and ends it after the delay', () => {
    const { handle, notify, leave, session } = setUp();
    for (let call = 0; call < 5; call += 1) handle(unauthenticated());
    expect(notify).toHaveBeenCalledTimes(1);

    // 1.5 s: docs/product/shell.md#session-in-the-browser.
    vi.advanceTimersByTime(1499);
    expect(session.read().token).toBe('old');
    expect(leave).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(session.read().token).toBeUndefined();
    expect(leave.mock.calls).toEqual([['sign-in']]);
  });

  it('leaves a session alone that began during the delay', () => {
    const { handle, leave, session } = setUp();
    handle(unauthenticated());
    session.begin('new', 'root');
    vi.advanceTimersByTime(redirectDelay);
    expect(session.read().token).toBe('new');
    expect(leave).not.toHaveBeenCalled();
  });

  it('keeps the restricted token of an expired password at once, and leads to the change', () => {
    const { handle, leave, session } = setUp('sign-in');
    handle(new ApiProblem({ status: 401, code: 'PasswordExpiredError', token: 'restricted' }));
    expect(session.read()).toMatchObject({ token: 'restricted', passwordExpired: true });
    expect(session.read().username).toBeUndefined();
    vi.advanceTimersByTime(redirectDelay);
    expect(leave.mock.calls).toEqual([['change-password']]);
    expect(session.read().token).toBe('restricted');
  });

  it('shows one failure once, however many ways it comes', () => {
    const { handle, notify, report } = setUp();
    const problem = new ApiProblem({ status: 500, code: 'InternalError' });
    handle(problem);
    handle(problem);
    expect(notify).toHaveBeenCalledTimes(1);
    expect(report).toHaveBeenCalledTimes(1);
  });

  it('reports refusals of calls that ask for it, but neither what is missing nor the end of a session', () => {
    const { handle, report } = setUp();
    const meta = { inPlace: true, reportAll: true };
    handle(new ApiProblem({ status: 409, code: 'ConflictError' }));
    handle(new ApiProblem({ status: 404, code: 'NotFoundError' }), meta);
    handle(unauthenticated(), meta);
    expect(report).not.toHaveBeenCalled();
    handle(new ApiProblem({ status: 409, code: 'ConflictError' }), meta);
    handle(new ApiProblem({ status: 0 }), meta);
    expect(report).toHaveBeenCalledTimes(2);
  });

  it('leaves a failure to the screen that shows it in place, but reports it', () => {
    const { handle, notify, report } = setUp();
    handle(new ApiProblem({ status: 500, code: 'InternalError' }), { inPlace: true });
    expect(notify).not.toHaveBeenCalled();
    expect(report).toHaveBeenCalledTimes(1);
  });

  it('ends the session for a call in place all the same', () => {
    const { handle, notify } = setUp();
    handle(unauthenticated(), { inPlace: true });
    expect(notify).toHaveBeenCalledTimes(1);
  });

  it('says that the session ended where the page stays, with a way to sign in', () => {
    const { handle, notify, leave, session } = setUp();
    for (let call = 0; call < 3; call += 1) {
      handle(new ApiProblem({ status: 401, code: 'UnauthorizedError' }), { inPlace: true, keepSession: true });
    }
    vi.advanceTimersByTime(redirectDelay);
    expect(notify.mock.calls[0]).toEqual([
      { title: 'Token expired, please login again', signIn: true },
      { about: sessionNotice },
    ]);
    expect(leave).not.toHaveBeenCalled();
    expect(session.read().token).toBe('old');
  });

  it('says nothing of a call that nobody waits for, and leaves the end of the session to the others', () => {
    const { handle, notify, leave, session } = setUp();
    handle(new ApiProblem({ status: 401, code: 'UnauthorizedError' }), { background: true });
    handle(new ApiProblem({ status: 503, code: 'UnavailableError' }), { background: true });
    vi.advanceTimersByTime(redirectDelay);
    expect(notify).not.toHaveBeenCalled();
    expect(leave).not.toHaveBeenCalled();
    expect(session.read().token).toBe('old');
  });

  it('leaves a 401 to the form whose affair it is', () => {
    const { handle, notify, leave } = setUp();
    handle(new ApiProblem({ status: 401, code: 'InvalidPinError' }), { keepSession: true });
    vi.advanceTimersByTime(redirectDelay);
    expect(notify).not.toHaveBeenCalled();
    expect(leave).not.toHaveBeenCalled();
  });
});
