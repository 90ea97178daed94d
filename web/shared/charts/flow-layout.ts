import { type AxisValues, axisOf, heightsOf } from './axis';
import { bandsOf } from './bands';
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

/** Returns the axis of flows: money in above zero, money out below. */
export function flowAxis(flows: readonly Flow[]): AxisValues {
  return axisOf(
    flows.flatMap((flow) => [flow.in, -flow.out]),
    wantedTicks,
  );
}

/** Returns the axis of balances. */
export function balanceAxis(flows: readonly Flow[]): AxisValues {
  return axisOf(
    flows.map((flow) => flow.balance ?? 0),
    wantedTicks,
  );
}

/** Computes bars and grid of flows. */
export function layoutFlows(flows: readonly Flow[], area: PlotArea): FlowLayout {
  const { y, ticks } = gridOf(flowAxis(flows), area);
  const bands = bandsOf(flows.length, area.left, area.width, gapShare);
  const zero = y(0);
  return {
    zero,
    step: bands.step,
    ticks,
    bars: flows.map((flow, index) => {
      const x = bands.start(index);
      const { width } = bands;
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
  const { y, ticks } = gridOf(balanceAxis(flows), area);
  const bands = bandsOf(flows.length, area.left, area.width, gapShare);
  const points = balances.map((balance, index) => `${bands.start(index) + bands.width / 2},${y(balance)}`);
  const first = points.at(0)?.split(',')[0] ?? '0';
  const last = points.at(-1)?.split(',')[0] ?? '0';
  return {
    line: points.length === 0 ? '' : `M${points.join('L')}`,
    area: points.length === 0 ? '' : `M${first},${y(0)}L${points.join('L')}L${last},${y(0)}Z`,
    ticks,
  };
}

function gridOf(axis: AxisValues, area: PlotArea) {
  const y = heightsOf(axis, area.top + area.height, area.top);
  return { y, ticks: axis.marks.map((value) => ({ value, y: y(value) })) };
}
