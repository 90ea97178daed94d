import { describe, expect, it } from 'vitest';

import { axisOf, heightsOf, shortRupiah, widthOfMarks } from './axis';

describe('axisOf', () => {
  it.each([
    [[], [0]],
    [[0, 0], [0]],
    [[1], [0, 1]],
    [[3], [0, 1, 2, 3]],
    [[104], [0, 50, 100, 150]],
    [
      [12_345, 9],
      [0, 5000, 10_000, 15_000],
    ],
    [
      [300, -100],
      [-100, 0, 100, 200, 300],
    ],
  ])('of %o has the marks %o', (values, marks) => {
    expect(axisOf(values, 3).marks).toEqual(marks);
  });

  it('has a mark at or above the highest value, and at or below the lowest, whatever they are', () => {
    for (const size of [1, 7, 10, 99, 101, 999, 123_456, 10_000_000, 98_765_432_101]) {
      for (const values of [[size], [-size], [size, -Math.floor(size / 2)]]) {
        const { from, to, marks } = axisOf(values, 3);
        expect(marks.at(-1)).toBeGreaterThanOrEqual(Math.max(0, ...values));
        expect(marks[0]).toBeLessThanOrEqual(Math.min(0, ...values));
        expect([marks[0], marks.at(-1)]).toEqual([from, to]);
        expect(marks.every(Number.isInteger)).toBe(true);
        expect(marks).toContain(0);
      }
    }
  });
});

it('puts the ends of an axis at the ends of the drawing', () => {
  const y = heightsOf(axisOf([7], 3), 100, 10);
  expect([y(0), y(8)]).toEqual([100, 10]);
});

it('gives the widest mark its room', () => {
  expect(widthOfMarks(['0', '5.000', '10.000'])).toBeGreaterThan(widthOfMarks(['0', '50', '100']));
  expect(widthOfMarks([])).toBeGreaterThan(0);
});

it.each([
  [1_500_000_000, '1,5 M'],
  [50_000_000, '50 jt'],
  [-2_500_000, '−2,5 jt'],
  [250_000, '250 rb'],
  [999, '999'],
  [0, '0'],
])('shortens %i to %s', (value, text) => expect(shortRupiah(value)).toBe(text));
