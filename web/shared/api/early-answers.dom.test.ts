import { afterEach, expect, it, vi } from 'vitest';

import { earlyAnswer } from './early-answers';

const url = 'http://localhost/v1/user';
const call = (token: string, init: RequestInit = {}) =>
  new Request(url, { ...init, headers: { Authorization: `Bearer ${token}` } });

afterEach(() => {
  globalThis.loketEarly = undefined;
  vi.unstubAllGlobals();
});

it('gives an early answer out once, to its session alone', async () => {
  globalThis.loketEarly = { authorization: 'Bearer a', answers: { [url]: Promise.resolve(new Response('early')) } };
  expect(earlyAnswer(call('b'))).toBeUndefined();
  expect(earlyAnswer(call('a', { method: 'POST' }))).toBeUndefined();
  expect(earlyAnswer(new Request('http://localhost/v1/other', call('a')))).toBeUndefined();
  const answer = await earlyAnswer(call('a'));
  expect(await answer?.text()).toBe('early');
  expect(earlyAnswer(call('a'))).toBeUndefined();
});

it('makes the call if the early one failed', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('asked again')));
  globalThis.loketEarly = { authorization: 'Bearer a', answers: { [url]: Promise.reject(new TypeError('no answer')) } };
  const answer = await earlyAnswer(call('a'));
  expect(await answer?.text()).toBe('asked again');
});

it('leaves calls alone without early ones', () => {
  expect(earlyAnswer(call('a'))).toBeUndefined();
});
