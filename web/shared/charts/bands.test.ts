import { expect, it } from 'vitest';

import { bandsOf } from './bands';

it('fills the length from its start to its end', () => {
  const bands = bandsOf(4, 10, 100, 0.2);
  expect(bands.start(0)).toBe(10);
  expect(bands.start(3) + bands.width).toBeCloseTo(110);
  expect(bands.step - bands.width).toBeCloseTo(bands.step * 0.2);
});

it('puts a single band into the middle', () => {
  const { start, width } = bandsOf(1, 0, 100, 0.2);
  expect([start(0), width]).toEqual([10, 80]);
});

it('has a width without any band', () => {
  expect(bandsOf(0, 0, 100, 0.2).width).toBeGreaterThan(0);
});
