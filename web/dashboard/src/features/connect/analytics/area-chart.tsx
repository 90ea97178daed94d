import { useElementSize } from '@mantine/hooks';
import { scaleLinear } from 'd3-scale';

import classes from './area-chart.module.css';

/** A day of a chart. */
interface ChartDay {
  day: string;
  /** The day in words. */
  title: string;
  value: number;
  /** The same day of the previous period. */
  previous?: number | undefined;
}

interface AreaChartProps {
  label: string;
  days: readonly ChartDay[];
  /** Writes a value in full, for the tooltip and the table, and short, for the axis. */
  write: (value: number) => string;
  writeShort: (value: number) => string;
  words: { day: string; current: string; previous: string };
}

const margin = { left: 44, right: 8, top: 10, bottom: 20 };
const wantedTicks = 3;
const widthOfMark = 72;

/** Figures by day as a line with its area, beside the previous period as a dashed line, and the same as a table. */
export function AreaChart({ label, days, write, writeShort, words }: AreaChartProps) {
  const { ref, width, height } = useElementSize();
  const right = Math.max(margin.left, width - margin.right);
  const bottom = Math.max(margin.top, height - margin.bottom);
  const highest = Math.max(1, ...days.flatMap(({ value, previous = 0 }) => [value, previous]));
  const y = scaleLinear().domain([0, highest]).nice(wantedTicks).range([bottom, margin.top]);
  const x = (index: number) =>
    days.length < 2 ? (margin.left + right) / 2 : margin.left + ((right - margin.left) * index) / (days.length - 1);
  const lineOf = (values: readonly number[]) => values.map((value, index) => `${x(index)},${y(value)}`).join('L');
  const line = lineOf(days.map(({ value }) => value));
  const hasPrevious = days.some(({ previous }) => previous !== undefined);
  const before = lineOf(days.map(({ previous = 0 }) => previous));
  const every = Math.max(1, Math.ceil((days.length * widthOfMark) / Math.max(1, right - margin.left)));
  const half = days.length < 2 ? right - margin.left : (right - margin.left) / (days.length - 1);
  return (
    <>
      <div ref={ref} className={classes['canvas']}>
        {/* The table has the figures. */}
        <svg width={width} height={height} aria-hidden>
          {y.ticks(wantedTicks).map((value) => (
            <g key={value}>
              <line className={classes['grid']} x1={margin.left} x2={right} y1={y(value)} y2={y(value)} />
              <text className={classes['tick']} x={margin.left - 8} y={y(value)} dy="0.32em" textAnchor="end">
                {writeShort(value)}
              </text>
            </g>
          ))}
          {days.length > 1 && <path className={classes['area']} d={`M${x(0)},${bottom}L${line}L${right},${bottom}Z`} />}
          {hasPrevious && days.length > 1 && <path className={classes['previous']} d={`M${before}`} />}
          {days.length > 1 && <path className={classes['line']} d={`M${line}`} />}
          {days.map((day, index) => (
            <g key={day.day} className={classes['day']}>
              <title>{titleOf(day, write, words)}</title>
              <rect className={classes['band']} x={x(index) - half / 2} y={0} width={half} height={bottom} />
              <circle
                className={classes['dot']}
                cx={x(index)}
                cy={y(day.value)}
                r={3}
                data-alone={days.length < 2 || undefined}
              />
              {days.length < 2 && (
                <text className={classes['alone']} x={x(index) + 10} y={y(day.value)} dy="0.32em">
                  {write(day.value)}
                </text>
              )}
              {(days.length - 1 - index) % every === 0 && (
                <text className={classes['tick']} x={x(index)} y={height - 4} textAnchor={anchorOf(index, days.length)}>
                  {day.title.split(' ').slice(0, 2).join(' ')}
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
      <div className={classes['hidden']}>
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{words.day}</th>
              <th scope="col">{words.current}</th>
              {hasPrevious && <th scope="col">{words.previous}</th>}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <th scope="row">{day.title}</th>
                <td>{write(day.value)}</td>
                {hasPrevious && <td>{write(day.previous ?? 0)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function anchorOf(index: number, count: number): 'start' | 'middle' | 'end' {
  if (count < 2) return 'middle';
  if (index === 0) return 'start';
  return index === count - 1 ? 'end' : 'middle';
}

function titleOf(day: ChartDay, write: AreaChartProps['write'], words: AreaChartProps['words']): string {
  const now = `${day.title}: ${write(day.value)}`;
  return day.previous === undefined ? now : `${now} (${words.previous}: ${write(day.previous)})`;
}
