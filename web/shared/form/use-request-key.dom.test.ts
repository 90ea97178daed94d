import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';

import { useRequestKey } from './use-request-key';

it('gives the same input one key, over renders, and other input another', () => {
  const { result, rerender } = renderHook(() => useRequestKey());
  const first = result.current({ amount: 10_000 });
  rerender();
  expect(result.current({ amount: 10_000 })).toBe(first);
  const other = result.current({ amount: 20_000 });
  expect(other).not.toBe(first);
  expect(result.current({ amount: 20_000 })).toBe(other);
  expect(first).toMatch(/^[0-9a-f]{32}$/u);
});

it('gives each form a key of its own', () => {
  const keys = [1, 2].map(() => renderHook(() => useRequestKey()).result.current({}));
  expect(new Set(keys).size).toBe(2);
});
