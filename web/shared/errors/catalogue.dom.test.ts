import { beforeEach, describe, expect, it, vi } from 'vitest';

import { ApiProblem, noAnswer } from '@shared/api/problem';

import { type PageKind, reactTo, type Reaction, UndefinedTokenError } from './catalogue';

interface Case {
  name: string;
  error: unknown;
  pageKind?: PageKind;
  reaction: Reaction;
}

const cases: Case[] = [
  {
    name: 'an expired password leads to its change, with the restricted token',
    error: new ApiProblem({ status: 401, code: 'PasswordExpiredError', token: 'restricted' }),
    reaction: {
      notice: { title: 'Password expired, please change your password' },
      go: 'change-password',
      token: 'restricted',
      report: false,
    },
  },
  {
    name: 'an expired password leads nowhere from the change page itself',
    error: new ApiProblem({ status: 401, code: 'PasswordExpiredError', message: 'Expired.', token: 't' }),
    pageKind: 'change-password',
    reaction: { notice: { title: 'PasswordExpiredError', text: 'Expired.' }, report: false },
  },
  {
    name: '401 on a page ends the session',
    error: new ApiProblem({ status: 401, code: 'UnauthenticatedError' }),
    reaction: { notice: { title: 'Token expired, please login again' }, go: 'sign-in', report: false },
  },
  {
    name: '401 on the login page',
    error: new ApiProblem({ status: 401, code: 'UnauthenticatedError' }),
    pageKind: 'sign-in',
    reaction: { notice: { title: 'Please login again' }, report: false },
  },
  {
    name: 'wrong credentials on the login page say what is wrong',
    error: new ApiProblem({ status: 401, code: 'InvalidCredentialsError' }),
    pageKind: 'sign-in',
    reaction: {
      notice: { title: 'Please login again', text: 'Client ID, username or password is wrong.' },
      report: false,
    },
  },
  {
    name: 'throttled',
    error: new ApiProblem({ status: 403, code: 'ThrottleRejectError', message: 'internal words' }),
    pageKind: 'sign-in',
    reaction: { notice: { title: 'Too many request, try again later' }, report: false },
  },
  {
    name: 'throttled until a time that the answer names',
    error: new ApiProblem({ status: 403, code: 'ThrottleRejectError', retryAt: new Date('2026-11-21T07:31:15Z') }),
    reaction: {
      notice: { title: 'Too many request, try again later', text: 'Try again after 21 Nov 2026, 14:32 WIB' },
      report: false,
    },
  },
  {
    name: 'any other 403',
    error: new ApiProblem({ status: 403, code: 'PermissionError', message: 'internal words' }),
    reaction: { notice: { title: 'Unauthorized Action!' }, report: false },
  },
  {
    name: '500 shows code and message, and is reported',
    error: new ApiProblem({ status: 500, code: 'InternalError', message: 'Try later.' }),
    reaction: { notice: { title: 'InternalError', text: 'Try later.' }, report: true },
  },
  {
    name: '500 without a body has words of its own',
    error: new ApiProblem({ status: 502 }),
    reaction: { notice: { title: 'Error', text: 'Something went wrong!' }, report: true },
  },
  {
    name: 'other errors show code and message, and are not reported',
    error: new ApiProblem({ status: 409, code: 'ConflictError', message: 'Changed meanwhile.' }),
    reaction: { notice: { title: 'ConflictError', text: 'Changed meanwhile.' }, report: false },
  },
  {
    name: 'no answer at all',
    error: new ApiProblem({ status: noAnswer }),
    reaction: {
      notice: { title: 'No connection', text: 'Loket did not answer. Check your connection and try again.' },
      report: false,
    },
  },
  {
    name: 'a login answer without a token',
    error: new UndefinedTokenError(),
    pageKind: 'sign-in',
    reaction: { notice: { title: 'Undefined login token' }, report: false },
  },
  {
    name: 'an error that is no call is told in general words and reported',
    error: new RangeError('secret detail'),
    reaction: { notice: { title: 'Error', text: 'Something went wrong!' }, report: true },
  },
  {
    name: 'a cancelled call is nobody’s business',
    error: new DOMException('aborted', 'AbortError'),
    reaction: { report: false },
  },
];

describe('error catalogue', () => {
  // Times are in the viewer's zone.
  beforeEach(() => {
    const zone = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Jakarta' }).resolvedOptions();
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(zone);
  });

  it.each(cases)('$name', ({ error, pageKind = 'elsewhere', reaction }) => {
    expect(reactTo(error, pageKind)).toEqual(reaction);
  });
});
