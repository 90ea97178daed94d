import { type AxisValues, axisOf, heightsOf } from './axis';
import { bandsOf } from './bands';

/** The meaning of a segment. The normal case has a quiet colour, so that waiting and failed stand out. */
export type StackTone = 'base' | 'waiting' | 'failed';

/** One series, from the bottom up. */
export interface StackSeries {
  id: string;
  name: string;
  tone: StackTone;
}

/** One bar: its key, its name, and a count for each series in order. */
export interface StackColumn {
  key: string;
  title: string;
  values: readonly number[];
}

/** A label below the axis. Strong ones (days) are kept when there is not enough room for all. */
export interface AxisMark {
  column: number;
  text: string;
  strong: boolean;
}

/** The plot area in pixels. */
export interface PlotArea {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Segment {
  series: number;
  y: number;
  height: number;
}

interface Bar {
  column: number;
  x: number;
  width: number;
  segments: readonly Segment[];
}

/** The computed layout of a chart. */
export interface StackLayout {
  bars: readonly Bar[];
  /** Distance between the left edges of neighbouring bars. */
  step: number;
  ticks: readonly { value: number; y: number }[];
  baseline: number;
}

const widestGap = 3;
const gapShare = 0.25;
const wantedTicks = 3;
// The least height of a segment in pixels. One failure among a thousand orders would be invisible otherwise.
const leastHeight = 1.5;

/** Returns the sum of the counts of a column. */
export function totalOf(column: StackColumn): number {
  return column.values.reduce((sum, value) => sum + value, 0);
}

/** Returns the axis of stacked columns. */
export function stackAxis(columns: readonly StackColumn[]): AxisValues {
  return axisOf(columns.map(totalOf), wantedTicks);
}

/** Computes bars, grid and baseline of stacked columns. Empty hours have no segments. */
export function layoutStacks(columns: readonly StackColumn[], area: PlotArea): StackLayout {
  const baseline = area.top + area.height;
  const count = Math.max(columns.length, 1);
  const gap = Math.min(widestGap, (area.width / count) * gapShare);
  const bands = bandsOf(columns.length, area.left, area.width, (gap * count) / Math.max(area.width, 1));
  const axis = stackAxis(columns);
  const heights = heightsOf(axis, 0, area.height);
  return {
    baseline,
    step: bands.step,
    ticks: axis.marks.map((value) => ({ value, y: baseline - heights(value) })),
    bars: columns.map((column, index) => ({
      column: index,
      x: bands.start(index),
      width: bands.width,
      segments: segmentsOf(column, baseline, heights),
    })),
  };
}

function segmentsOf(column: StackColumn, baseline: number, heightOf: (value: number) => number): Segment[] {
  const segments: Segment[] = [];
  let top = baseline;
  for (const [series, value] of column.values.entries()) {
    if (value <= 0) continue;
    const height = Math.max(leastHeight, heightOf(value));
    top -= height;
    segments.push({ series, y: top, height });
  }
  return segments;
}

/** A label with its position. Labels that would overlap are left out. */
export interface PlacedMark extends AxisMark {
  x: number;
  anchor: 'start' | 'middle';
}

const letterWidth = 6.6;
const leastSpace = 6;

/** Positions the labels below the axis: strong ones first, from the edge of their bar; then others where they fit. */
export function positionMarks(marks: readonly AxisMark[], layout: StackLayout): PlacedMark[] {
  const taken: [number, number][] = [];
  const placed: PlacedMark[] = [];
  const inOrder = [...marks.filter((mark) => mark.strong), ...marks.filter((mark) => !mark.strong)];
  for (const mark of inOrder) {
    const bar = layout.bars[mark.column];
    if (!bar) continue;
    const width = mark.text.length * letterWidth;
    const x = mark.strong ? bar.x : bar.x + bar.width / 2;
    const from = mark.strong ? x : x - width / 2;
    if (taken.some(([start, end]) => from < end + leastSpace && from + width > start - leastSpace)) continue;
    taken.push([from, from + width]);
    placed.push({ ...mark, x, anchor: mark.strong ? 'start' : 'middle' });
  }
  return placed.toSorted((one, other) => one.column - other.column);
}

/** Returns the column at a point, including the gap after it; null outside the plot. */
export function columnAt(x: number, layout: StackLayout): number | null {
  const first = layout.bars[0];
  if (!first) return null;
  const column = Math.floor((x - first.x) / layout.step);
  return column >= 0 && column < layout.bars.length ? column : null;
}

/** Returns the series at a point of a column; null above and between segments. */
export function seriesAt(y: number, column: number, layout: StackLayout): number | null {
  const segment = layout.bars[column]?.segments.find((part) => y >= part.y && y <= part.y + part.height);
  return segment?.series ?? null;
}
