import { delay, http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';

import { presenceTime } from '@shared/session/presence';
import { Session } from '@shared/session/session';
import { browserStorage } from '@shared/session/storage';

import { testNetwork } from '../../test/network';
import { createApi, serializeQuery } from './client';
import { noAnswer, problemFrom, unwrap } from './problem';

const network = testNetwork();
const session = new Session(browserStorage());
const api = createApi(session);
const test = 'http://loket.test/v1/auth/test';

describe('query', () => {
  it('leaves out what is null, undefined or empty and keeps zero and false', () => {
    expect(serializeQuery({ page: 1, a: null, b: undefined, c: '', d: 0, e: false, f: ['x', 'y'] })).toBe(
      'page=1&d=0&e=false&f=x%2Cy',
    );
  });
});

describe('unwrap', () => {
  it('gives the data, and sends the stored token', async () => {
    session.begin('token-1', 'root');
    network.use(http.get(test, ({ request }) => HttpResponse.json({ status: request.headers.get('Authorization') })));
    await expect(unwrap(api.main.GET('/v1/auth/test'))).resolves.toEqual({ status: 'Bearer token-1' });
  });

  it('says when nobody sits before the page', async () => {
    const seen: (string | null)[] = [];
    network.use(
      http.get(test, ({ request }) => {
        seen.push(request.headers.get('Loket-Unattended'));
        return HttpResponse.json({ status: 'ok' });
      }),
    );
    globalThis.dispatchEvent(new Event('keydown'));
    await unwrap(api.main.GET('/v1/auth/test'));
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + presenceTime);
    await unwrap(api.main.GET('/v1/auth/test'));
    vi.restoreAllMocks();
    expect(seen).toEqual([null, '1']);
  });

  it('throws the error body as a problem', async () => {
    const body = {
      code: 'ValidationError',
      message: 'Bad.',
      fields: [{ field: 'page', message: 'Too small' }],
      requestId: 'r-1',
    };
    network.use(http.get(test, () => HttpResponse.json(body, { status: 400 })));
    await expect(unwrap(api.main.GET('/v1/auth/test'))).rejects.toMatchObject({
      status: 400,
      code: 'ValidationError',
      text: 'Bad.',
      fields: [{ field: 'page', message: 'Too small' }],
      requestId: 'r-1',
    });
  });

  it.each([
    ['the moment of the body', { retryAt: '2026-11-21T07:32:15Z' }, '60', '2026-11-21T07:32:15.000Z'],
    ['the seconds of the header', {}, '90', '2026-11-21T07:01:30.000Z'],
    ['no moment for the date of a proxy', {}, 'Sat, 21 Nov 2026 07:00:00 GMT', undefined],
    ['no moment for none', {}, '', undefined],
  ])('takes %s for when to try again', async (_what, more, header, moment) => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-21T07:00:00Z'));
    const body = { code: 'ThrottleRejectError', ...more };
    const init = { status: 403, headers: { 'Retry-After': header } };
    network.use(http.get(test, () => HttpResponse.json(body, init)));
    const problem: unknown = await unwrap(api.main.GET('/v1/auth/test')).catch((error: unknown) => error);
    expect(problem).toHaveProperty('retryAt', moment === undefined ? undefined : new Date(moment));
  });

  it('understands a proxy that answers in its own words', async () => {
    const init = { status: 502, headers: { 'X-Request-Id': 'r-2' } };
    network.use(http.get(test, () => new HttpResponse('<h1>Bad gateway</h1>', init)));
    await expect(unwrap(api.main.GET('/v1/auth/test'))).rejects.toMatchObject({
      status: 502,
      code: '',
      requestId: 'r-2',
    });
  });

  it('knows when there was no answer', async () => {
    network.use(http.get(test, () => HttpResponse.error()));
    await expect(unwrap(api.main.GET('/v1/auth/test'))).rejects.toMatchObject({ status: noAnswer });
  });

  it('counts an answer that did not come in time as none', async () => {
    network.use(http.get(test, () => delay('infinite')));
    const call = unwrap(api.main.GET('/v1/auth/test', { signal: AbortSignal.timeout(1) }));
    await expect(call).rejects.toMatchObject({ status: noAnswer });
  });

  it('lets a cancellation through as it is', async () => {
    network.use(http.get(test, () => HttpResponse.json({ status: 'ok' })));
    const call = unwrap(api.main.GET('/v1/auth/test', { signal: AbortSignal.abort() }));
    await expect(call).rejects.toHaveProperty('name', 'AbortError');
  });
});

describe('problem', () => {
  it('takes nothing for granted about the body', () => {
    expect(problemFrom(418, { code: 7, fields: [null, { field: 'a' }] })).toMatchObject({
      code: '',
      fields: [{ field: 'a', message: '' }],
    });
  });
});
