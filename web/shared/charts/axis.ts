import { scaleLinear } from 'd3-scale';

/** The values of an axis: where it begins and ends, and its marks, which are whole numbers. */
export interface AxisValues {
  from: number;
  to: number;
  marks: readonly number[];
}

/**
 * Returns an axis that holds zero and all values, with about as many marks as wanted. The highest mark is at or above
 * the highest value, so that nothing ends above the last line. Without values zero is the only mark.
 */
export function axisOf(values: readonly number[], markCount: number): AxisValues {
  // Plus zero: a negated zero is none.
  const lowest = Math.min(0, ...values) + 0;
  const highest = Math.max(0, ...values);
  if (lowest === 0 && highest === 0) return { from: 0, to: 1, marks: [0] };
  const scale = scaleLinear().domain([lowest, highest]).nice(markCount);
  const [from = lowest, to = highest] = scale.domain();
  return { from, to, marks: scale.ticks(markCount).filter((value) => Number.isInteger(value)) };
}

/** Returns the height of a value in a drawing whose axis runs from `bottom` up to `top`, in pixels. */
export function heightsOf({ from, to }: AxisValues, bottom: number, top: number): (value: number) => number {
  return scaleLinear().domain([from, to]).range([bottom, top]);
}

const digitWidth = 7;
const leastWidth = 20;

/** Returns the width of the widest mark, in pixels, so that none is cut. */
export function widthOfMarks(texts: readonly string[]): number {
  return Math.max(leastWidth, ...texts.map((text) => text.length * digitWidth));
}

const billion = 1_000_000_000;
const million = 1_000_000;
const thousand = 1000;

/** Shortens an amount for an axis: '1,5 M', '50 jt', '−250 rb', '0'. */
export function shortRupiah(value: number): string {
  const sign = value < 0 ? '\u2212' : '';
  const size = Math.abs(value);
  if (size >= billion) return `${sign}${decimal(size / billion)} M`;
  if (size >= million) return `${sign}${decimal(size / million)} jt`;
  if (size >= thousand) return `${sign}${decimal(size / thousand)} rb`;
  return `${sign}${size}`;
}

function decimal(value: number): string {
  return value.toString().replace('.', ',');
}
