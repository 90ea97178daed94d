import { expect, it } from 'vitest';

import { type Flow, layoutBalances, layoutFlows } from './flow-layout';

const area = { left: 50, top: 10, width: 200, height: 100 };
const flows: Flow[] = [
  { key: '1', title: '20 Nov 2026', in: 300, out: 100, balance: 200 },
  { key: '2', title: '21 Nov 2026', in: 0, out: 1, balance: 199 },
];

it('draws money in upwards and money out downwards from one zero line', () => {
  const { bars, zero } = layoutFlows(flows, area);
  expect(zero).toBe(85);
  expect(bars[0]?.in).toMatchObject({ y: 10, height: 75 });
  expect(bars[0]?.out).toMatchObject({ y: 85, height: 25 });
  expect(bars[1]?.in).toBeNull();
  // A small amount stays visible.
  expect(bars[1]?.out?.height).toBe(1.5);
});

it('draws balances from zero to the highest', () => {
  const { line, ticks } = layoutBalances(flows, area);
  expect(
    line
      .split(/[ML]/u)
      .slice(1)
      .map((point) => Number(point.split(',')[1])),
  ).toEqual([10, 10.5]);
  expect(ticks[0]).toEqual({ value: 0, y: 110 });
  expect(layoutBalances([], area)).toMatchObject({ line: '', area: '' });
});
