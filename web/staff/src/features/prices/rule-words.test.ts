import { expect, it } from 'vitest';

import { percentText, typedBasisPoints, typedWhole } from './rule-words';

it.each([
  ['0', 0],
  ['1.000', 1000],
  [' 25 ', 25],
  ['-50', -50],
  ['−50', -50],
  ['', undefined],
  ['1,5', undefined],
  ['12345678901', undefined],
])('reads %j as an amount', (text, amount) => {
  expect(typedWhole(text)).toBe(amount);
});

it.each([
  ['0', 0],
  ['1', 100],
  ['0,5', 50],
  ['1.25', 125],
  ['100', 10_000],
  ['100,01', undefined],
  ['-1', undefined],
  ['1,255', undefined],
  ['', undefined],
])('reads %j as a percentage', (text, points) => {
  expect(typedBasisPoints(text)).toBe(points);
});

it('writes each percentage as it is read', () => {
  for (const points of [0, 5, 50, 100, 125, 1005, 10_000]) expect(typedBasisPoints(percentText(points))).toBe(points);
});
