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
  let step = stepOf(highest - lowest, markCount);
  let [from, to] = roundedTo(step, lowest, highest);
  // A longer axis may need longer steps.
  for (let next = stepOf(to - from, markCount); next !== step; next = stepOf(to - from, markCount)) {
    step = next;
    [from, to] = roundedTo(step, from, to);
  }
  const count = Math.round((to - from) / step);
  return { from, to, marks: Array.from({ length: count + 1 }, (_, index) => from + step * index) };
}

// Halfway between two steps, by their ratio.
const steps = [
  { above: Math.sqrt(50), factor: 10 },
  { above: Math.sqrt(10), factor: 5 },
  { above: Math.SQRT2, factor: 2 },
];

/** Returns the step between marks: 1, 2 or 5 times a power of ten, and a whole number. */
function stepOf(length: number, markCount: number): number {
  const exact = length / markCount;
  const power = 10 ** Math.floor(Math.log10(exact));
  const factor = steps.find(({ above }) => exact / power >= above)?.factor ?? 1;
  return Math.max(1, factor * power);
}

/** Plus zero: a negated zero is none. */
function roundedTo(step: number, from: number, to: number): [number, number] {
  return [Math.floor(from / step) * step + 0, Math.ceil(to / step) * step + 0];
}

/** Returns the height of a value in a drawing whose axis runs from `bottom` up to `top`, in pixels. */
export function heightsOf({ from, to }: AxisValues, bottom: number, top: number): (value: number) => number {
  return (value) => bottom + ((top - bottom) * (value - from)) / (to - from);
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
