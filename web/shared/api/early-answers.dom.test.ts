import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { earlyAnswer } from './early-answers';

const url = 'http://localhost/v1/user';
const call = (token: string, init: RequestInit = {}, language = 'en') =>
  new Request(url, { ...init, headers: { Authorization: `Bearer ${token}`, 'Accept-Language': language } });

/** The page asked for the address early, in a language if it has texts. */
function setEarlyAnswer(response: Promise<Response>, language?: string): void {
  globalThis.loketEarly = { authorization: 'Bearer a', answers: { [url]: { response, language } } };
}

beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(900));
afterEach(() => {
  globalThis.loketEarly = undefined;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('gives an early answer out once, to its session alone', async () => {
  setEarlyAnswer(Promise.resolve(new Response('early')));
  expect(earlyAnswer(call('b'))).toBeUndefined();
  expect(earlyAnswer(call('a', { method: 'POST' }))).toBeUndefined();
  expect(earlyAnswer(new Request('http://localhost/v1/other', call('a')))).toBeUndefined();
  const answer = await earlyAnswer(call('a'));
  expect(await answer?.text()).toBe('early');
  expect(earlyAnswer(call('a'))).toBeUndefined();
});

it('gives texts out in the language that is asked for', async () => {
  setEarlyAnswer(Promise.resolve(new Response('teks')), 'id');
  expect(await (await earlyAnswer(call('a', {}, 'id')))?.text()).toBe('teks');
  setEarlyAnswer(Promise.resolve(new Response('teks')), 'id');
  expect(earlyAnswer(call('a'))).toBeUndefined();
});

it('remembers what the app asked for itself, so that it is not asked early any more', () => {
  globalThis.loketEarly = { authorization: 'Bearer a', answers: {} };
  expect(earlyAnswer(call('a'))).toBeUndefined();
  expect(url in globalThis.loketEarly.answers).toBe(true);
});

it('makes the call if the early one failed', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('asked again')));
  setEarlyAnswer(Promise.reject(new TypeError('no answer')));
  const answer = await earlyAnswer(call('a'));
  expect(await answer?.text()).toBe('asked again');
});

it('leaves calls alone without early ones', () => {
  expect(earlyAnswer(call('a'))).toBeUndefined();
});

it('is cancelled with the call that takes it', async () => {
  const cancelled = new AbortController();
  const early = new Promise<Response>((resolve) => {
    cancelled.signal.addEventListener('abort', () => resolve(new Response('of a session that has ended')));
  });
  setEarlyAnswer(early);
  const answer = earlyAnswer(call('a', { signal: cancelled.signal }));
  cancelled.abort();
  await expect(answer).rejects.toThrow(/abort/iu);
});

it('is too old for what is asked for later', () => {
  vi.spyOn(performance, 'now').mockReturnValue(11_000);
  setEarlyAnswer(Promise.resolve(new Response()));
  expect(earlyAnswer(call('a'))).toBeUndefined();
});
