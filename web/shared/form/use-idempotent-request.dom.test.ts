import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';

import { ApiProblem } from '@shared/api/problem';

import { digestOf } from './sent-request';
import { useIdempotentRequest } from './use-idempotent-request';

const name = '12.raise-limit';
const input = { amount: 10_000 };

/** What happens to the request of one try. */
type Fate = 'answered' | ApiProblem | Error;

/** Opens the form anew, as after a reload or in another tab, sends once, and returns the key that was sent. */
async function tryOnce(fate: Fate, sent: unknown = input, draftKey?: string): Promise<string> {
  const { result, unmount } = renderHook(() => useIdempotentRequest(name, draftKey));
  const keys: string[] = [];
  const call = async (key: string) => {
    keys.push(key);
    if (fate !== 'answered') throw fate;
    return await Promise.resolve(key);
  };
  await act(async () => {
    await result.current.send(sent, call).catch((error: unknown) => {
      if (error !== fate) throw error;
    });
  });
  unmount();
  return keys.join(' ');
}

const lost = new ApiProblem({ status: 0 });

it.each<[string, Fate]>([
  ['no answer', lost],
  ['a failing server', new ApiProblem({ status: 500, code: 'InternalError' })],
  ['a gateway', new ApiProblem({ status: 504 })],
  ['a time-out', new ApiProblem({ status: 408 })],
  ['a first try that still runs', new ApiProblem({ status: 409, code: 'IdempotencyRunningError' })],
  ['an aborted call', new DOMException('left', 'AbortError')],
])('after %s the next try has the same key, and the one after the answer another', async (_what, fate) => {
  const first = await tryOnce(fate);
  expect(first).toMatch(/^[0-9a-f]{32}$/u);
  expect(await tryOnce('answered')).toBe(first);
  expect(await tryOnce('answered')).not.toBe(first);
});

it.each([400, 401, 403, 404, 409, 422, 429])('a refusal with %d ends the first try', async (status) => {
  const first = await tryOnce(new ApiProblem({ status, code: 'RefusedError' }));
  expect(await tryOnce('answered', { amount: 20_000 })).not.toBe(first);
});

it('a refused repeat says nothing about the first try', async () => {
  const first = await tryOnce(lost);
  expect(await tryOnce(new ApiProblem({ status: 401, code: 'InvalidPinError' }))).toBe(first);
  expect(await tryOnce('answered')).toBe(first);
});

it('sends nothing for other input while the outcome is unknown, until the user decided', async () => {
  const first = await tryOnce(lost);
  await expect(tryOnce('answered', { amount: 20_000 })).rejects.toThrow('ask first');
  const { result } = renderHook(() => useIdempotentRequest(name));
  expect(result.current.unanswered(input)).toMatchObject({ key: first, same: true });
  expect(result.current.unanswered({ amount: 20_000 })).toMatchObject({ key: first, same: false });
  act(() => result.current.forget());
  expect(result.current.unanswered(input)).toBeUndefined();
  expect(await tryOnce('answered', { amount: 20_000 })).not.toBe(first);
});

it('keeps the key for other input if nothing was made of the first, so that only one of them can be', async () => {
  const first = await tryOnce(lost);
  const { result } = renderHook(() => useIdempotentRequest(name));
  act(() => result.current.allowChange());
  expect(await tryOnce(lost, { amount: 20_000 })).toBe(first);
  // The permission was for one try.
  await expect(tryOnce('answered')).rejects.toThrow('ask first');
});

it('remembers a key that the server knows with other input', async () => {
  const conflict = new ApiProblem({ status: 409, code: 'IdempotencyConflictError' });
  const key = await tryOnce(conflict, input, 'key-of-draft');
  const { result } = renderHook(() => useIdempotentRequest(name));
  expect(result.current.unanswered(input)?.key).toBe(key);
});

it('sends the key of a draft, in each tab that has the draft', async () => {
  expect(await tryOnce('answered', input, 'key-of-draft')).toBe('key-of-draft');
  expect(await tryOnce('answered', input, 'key-of-draft')).toBe('key-of-draft');
});

it('keeps no input in the browser, and counts a record that is too old or spoilt as none', async () => {
  await tryOnce(lost, { number: '081234567890' });
  const [key = ''] = Object.keys(localStorage);
  expect(key).toBe(`loket.shared.unanswered.${name}`);
  const text = localStorage.getItem(key) ?? '';
  expect(text).not.toContain('081234567890');
  const { result } = renderHook(() => useIdempotentRequest(name));
  localStorage.setItem(key, text.replace(/"sentAt":\d+/u, '"sentAt":1'));
  expect(result.current.unanswered(input)).toBeUndefined();
  localStorage.setItem(key, '{oops');
  expect(result.current.unanswered(input)).toBeUndefined();
});

it('tells inputs apart', () => {
  const numbers = Array.from({ length: 10_000 }, (_, at) => `0812${String(at).padStart(8, '0')}`);
  const digests = [numbers, numbers.slice(1), numbers.toReversed(), ...numbers].map(digestOf);
  expect(new Set(digests).size).toBe(digests.length);
});
