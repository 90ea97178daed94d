import { describe, expect, it } from 'vitest';

import { columnAt, layoutStacks, positionMarks, seriesAt, type StackColumn } from './stack-layout';
import { firstPosition, positionAfter } from './use-plot-keys';

const area = { left: 36, top: 8, width: 480, height: 60 };

function columns(...values: number[][]): StackColumn[] {
  return values.map((counts, index) => ({ key: String(index), title: `Hour ${index}`, values: counts }));
}

function hours(count: number): StackColumn[] {
  return columns(...Array.from({ length: count }, () => [1, 0, 0]));
}

describe('layoutStacks', () => {
  it('stacks from the base up, and a stack as high as the highest mark fills the height', () => {
    const layout = layoutStacks(columns([60, 0, 40], [50, 0, 0]), area);
    const [first, second] = layout.bars;
    expect(first?.segments.map((part) => [part.series, part.y, part.height])).toEqual([
      [0, 32, 36],
      [2, 8, 24],
    ]);
    expect(second?.segments).toEqual([{ series: 0, y: 38, height: 30 }]);
  });

  it('keeps one failure among thousands visible', () => {
    const [bar] = layoutStacks(columns([5000, 0, 1]), area).bars;
    expect(bar?.segments.find((part) => part.series === 2)?.height).toBe(1.5);
  });

  it('has whole numbers at its grid, also where there is next to nothing', () => {
    expect(layoutStacks(columns([104]), area).ticks.map((tick) => tick.value)).toEqual([0, 50, 100, 150]);
    expect(layoutStacks(columns([1]), area).ticks.map((tick) => tick.value)).toEqual([0, 1]);
    expect(layoutStacks(columns([0], [0]), area).ticks.map((tick) => tick.value)).toEqual([0]);
    expect(layoutStacks([], area).bars).toEqual([]);
  });

  it('leaves gaps of three pixels, less where bars are thin', () => {
    const wide = layoutStacks(hours(24), area);
    expect(wide.step - (wide.bars[0]?.width ?? 0)).toBeCloseTo(3, 0);
    const thin = layoutStacks(hours(72), { ...area, width: 300 });
    expect(thin.step - (thin.bars[0]?.width ?? 0)).toBeLessThan(1.2);
  });

  it('finds what is under the pointer', () => {
    const layout = layoutStacks(columns([60, 0, 40], [50, 0, 0]), area);
    expect(columnAt(35, layout)).toBeNull();
    expect(columnAt(40, layout)).toBe(0);
    expect(columnAt(500, layout)).toBe(1);
    expect(columnAt(600, layout)).toBeNull();
    expect(seriesAt(20, 0, layout)).toBe(2);
    expect(seriesAt(60, 0, layout)).toBe(0);
    expect(seriesAt(20, 1, layout)).toBeNull();
  });
});

describe('placeMarks', () => {
  const marks = [0, 6, 12, 18, 24, 30, 36, 42].map((column) => ({
    column,
    text: column % 24 === 0 ? `2${column / 24} Nov` : String(column % 24).padStart(2, '0'),
    strong: column % 24 === 0,
  }));

  it('shows every word where there is room', () => {
    expect(positionMarks(marks, layoutStacks(hours(48), { ...area, width: 816 }))).toHaveLength(marks.length);
  });

  it('drops what would touch a day, which keeps its place', () => {
    const labels = positionMarks(marks, layoutStacks(hours(48), { ...area, width: 330 })).map((mark) => mark.text);
    expect(labels).toEqual(['20 Nov', '12', '18', '21 Nov', '12', '18']);
  });
});

describe('keys of a chart', () => {
  const bars = columns([3, 0, 0], [5, 0, 2], [0, 0, 0]);

  it('starts at the last bar that has something', () => {
    expect(firstPosition(bars)).toEqual({ column: 1, series: null });
    expect(firstPosition([])).toEqual({ column: 0, series: null });
  });

  it.each([
    ['ArrowLeft', 0],
    ['ArrowRight', 2],
    ['PageUp', 0],
    ['PageDown', 2],
    ['Home', 0],
    ['End', 2],
  ])('%s leads to bar %i', (key, column) => {
    expect(positionAfter(key, { column: 1, series: 2 }, bars)).toEqual({ column, series: null });
  });

  it('goes up and down through the parts that there are', () => {
    const up = (series: number | null) => positionAfter('ArrowUp', { column: 1, series }, bars)?.series;
    expect([up(null), up(0), up(2)]).toEqual([0, 2, null]);
    const down = (series: number | null) => positionAfter('ArrowDown', { column: 1, series }, bars)?.series;
    expect([down(null), down(2), down(0)]).toEqual([2, 0, null]);
    expect(positionAfter('ArrowUp', { column: 2, series: null }, bars)?.series).toBeNull();
  });

  it('leaves other keys to the page', () => {
    expect(positionAfter('Tab', { column: 1, series: null }, bars)).toBeNull();
  });
});
