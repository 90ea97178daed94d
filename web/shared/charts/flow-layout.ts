import { scaleBand, scaleLinear } from 'd3-scale';

import type { PlotArea } from './stack-layout';

/** Money in and out in one span of time, both positive, and the balance at its end; null where the user may not see it. */
export interface Flow {
  key: string;
  title: string;
  in: number;
  out: number;
  balance: number | null;
}

interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The computed drawing of flows: bars up for money in, down for money out. */
export interface FlowLayout {
  bars: readonly { x: number; width: number; in: Rect | null; out: Rect | null }[];
  step: number;
  zero: number;
  ticks: readonly { value: number; y: number }[];
}

/** The computed drawing of balances: a line, and the area below it. */
export interface BalanceLayout {
  line: string;
  area: string;
  ticks: readonly { value: number; y: number }[];
}

const wantedTicks = 3;
const gapShare = 0.15;
// The least height of a bar in pixels, so that a small amount stays visible.
const leastHeight = 1.5;

/** Computes bars and grid of flows. */
export function layoutFlows(flows: readonly Flow[], area: PlotArea): FlowLayout {
  const highest = Math.max(0, ...flows.map((flow) => flow.in));
  const lowest = Math.max(0, ...flows.map((flow) => flow.out));
  const { y, ticks } = axisOf(-lowest, highest, area);
  const bands = bandsOf(flows, area);
  const zero = y(0);
  return {
    zero,
    step: bands.step(),
    ticks,
    bars: flows.map((flow, index) => {
      const x = bands(index) ?? area.left;
      const width = bands.bandwidth();
      const up = Math.max(leastHeight, zero - y(flow.in));
      const down = Math.max(leastHeight, y(-flow.out) - zero);
      return {
        x,
        width,
        in: flow.in > 0 ? { x, y: zero - up, width, height: up } : null,
        out: flow.out > 0 ? { x, y: zero, width, height: down } : null,
      };
    }),
  };
}

/** Computes line, area and grid of the balances at the end of each span. The grid starts at zero. */
export function layoutBalances(flows: readonly Flow[], area: PlotArea): BalanceLayout {
  const balances = flows.map((flow) => flow.balance ?? 0);
  const { y, ticks } = axisOf(0, Math.max(0, ...balances), area);
  const bands = bandsOf(flows, area);
  const points = balances.map((balance, index) => `${(bands(index) ?? 0) + bands.bandwidth() / 2},${y(balance)}`);
  const first = points.at(0)?.split(',')[0] ?? '0';
  const last = points.at(-1)?.split(',')[0] ?? '0';
  return {
    line: points.length === 0 ? '' : `M${points.join('L')}`,
    area: points.length === 0 ? '' : `M${first},${y(0)}L${points.join('L')}L${last},${y(0)}Z`,
    ticks,
  };
}

/** The scale and the grid of amounts. The highest mark is at or above the highest amount; without amounts it is zero alone. */
function axisOf(lowest: number, highest: number, area: PlotArea) {
  const none = lowest === 0 && highest === 0;
  const y = scaleLinear()
    .domain([lowest, none ? 1 : highest])
    .nice(wantedTicks)
    .range([area.top + area.height, area.top]);
  const marks = none ? [0] : y.ticks(wantedTicks).filter((value) => Number.isInteger(value));
  return { y, ticks: marks.map((value) => ({ value, y: y(value) })) };
}

function bandsOf(flows: readonly Flow[], area: PlotArea) {
  return scaleBand<number>()
    .domain(flows.map((_, index) => index))
    .range([area.left, area.left + area.width])
    .paddingInner(gapShare);
}

const million = 1_000_000;
const thousand = 1000;

/** Shortens an amount for an axis: '50 jt', '−250 rb', '0'. */
export function shortRupiah(value: number): string {
  const sign = value < 0 ? '\u2212' : '';
  const size = Math.abs(value);
  if (size >= million) return `${sign}${(size / million).toString().replace('.', ',')} jt`;
  if (size >= thousand) return `${sign}${(size / thousand).toString().replace('.', ',')} rb`;
  return `${sign}${size}`;
}
