import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { presenceTime, presenceHeaders } from './presence';

describe('presence', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('ends a while after the last touch, and begins again with the next', () => {
    globalThis.dispatchEvent(new Event('keydown'));
    expect(presenceHeaders()).toEqual({});
    vi.advanceTimersByTime(presenceTime - 1);
    expect(presenceHeaders()).toEqual({});
    vi.advanceTimersByTime(1);
    expect(presenceHeaders()).toEqual({ 'Loket-Unattended': '1' });
    globalThis.dispatchEvent(new Event('pointermove'));
    expect(presenceHeaders()).toEqual({});
  });
});
