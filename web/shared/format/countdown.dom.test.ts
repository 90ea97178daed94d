import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { formatHoursLeft, formatMinutesLeft } from './countdown';
import { useTimeLeft } from './use-time-left';

describe('a remaining time', () => {
  it.each([
    [300_000, '05:00'],
    [299_001, '05:00'],
    [299_000, '04:59'],
    [61_000, '01:01'],
    [1, '00:01'],
    [0, '00:00'],
    [-5000, '00:00'],
    [4_500_000, '75:00'],
  ])('of %i ms is %s', (left, text) => {
    expect(formatMinutesLeft(left)).toBe(text);
  });

  it.each([
    [9_106_000, '02:31:46'],
    [10_800_000, '03:00:00'],
    [59_999, '00:01:00'],
    [0, '00:00:00'],
    [100 * 3_600_000, '100:00:00'],
  ])('of %i ms with hours is %s', (left, text) => {
    expect(formatHoursLeft(left)).toBe(text);
  });
});

describe('useTimeLeft', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('counts every second down to 0 and then stands still', () => {
    const { result } = renderHook(() => useTimeLeft(1_002_500));
    const seen = [result.current];
    for (let step = 0; step < 4; step += 1) {
      act(() => void vi.advanceTimersByTime(1000));
      seen.push(result.current);
    }
    expect(seen.map(formatMinutesLeft)).toEqual(['00:03', '00:02', '00:01', '00:00', '00:00']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is right after the computer slept', () => {
    const { result } = renderHook(() => useTimeLeft(1_300_000));
    vi.setSystemTime(1_240_000);
    act(() => void vi.advanceTimersByTime(1000));
    expect(formatMinutesLeft(result.current)).toBe('00:59');
  });

  it('is 0 without an end', () => {
    expect(renderHook(() => useTimeLeft(undefined)).result.current).toBe(0);
  });
});
