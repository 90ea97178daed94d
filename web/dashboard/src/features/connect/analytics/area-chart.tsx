import { useElementSize } from '@mantine/hooks';

import { axisOf, heightsOf, widthOfMarks } from '@shared/charts/axis';
import { type SpanFigure, SpanTooltip, spanText } from '@shared/charts/span-tooltip';
import { usePointedSpan } from '@shared/charts/use-pointed-span';

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
  labels: { day: string; current: string; previous: string };
}

const margin = { right: 8, top: 10, bottom: 20 };
const besideMarks = 8;
const wantedTicks = 3;
const widthOfMark = 72;

/**
 * Figures by day as a line with its area, beside the previous period as a dashed line, and the same as a table. The
 * mouse, a tap and the arrow keys show the figures of a day: the drawing is one tab stop.
 */
export function AreaChart({ label, days, write, writeShort, labels }: AreaChartProps) {
  const { ref, width, height } = useElementSize();
  const axis = axisOf(
    days.flatMap(({ value, previous = 0 }) => [value, previous]),
    wantedTicks,
  );
  const left = widthOfMarks(axis.marks.map(writeShort)) + besideMarks;
  const right = Math.max(left, width - margin.right);
  const bottom = Math.max(margin.top, height - margin.bottom);
  const y = heightsOf(axis, bottom, margin.top);
  const x = (index: number) =>
    days.length < 2 ? (left + right) / 2 : left + ((right - left) * index) / (days.length - 1);
  const lineOf = (values: readonly number[]) => values.map((value, index) => `${x(index)},${y(value)}`).join('L');
  const line = lineOf(days.map(({ value }) => value));
  const hasPrevious = days.some(({ previous }) => previous !== undefined);
  const before = lineOf(days.map(({ previous = 0 }) => previous));
  const every = Math.max(1, Math.ceil((days.length * widthOfMark) / Math.max(1, right - left)));
  const half = days.length < 2 ? right - left : (right - left) / (days.length - 1);
  const figuresOf = ({ value, previous }: ChartDay): SpanFigure[] => [
    { name: labels.current, value: write(value) },
    ...(previous === undefined ? [] : [{ name: labels.previous, value: write(previous) }]),
  ];
  const { pointed, handlers } = usePointedSpan(
    days.length,
    (pointerX) => {
      const day = Math.floor((pointerX - left + half / 2) / half);
      return day >= 0 && day < days.length ? day : null;
    },
    (day) => (days[day] ? spanText(days[day].title, figuresOf(days[day])) : ''),
  );
  const shown = pointed === null ? undefined : days[pointed];
  return (
    <>
      <div ref={ref} className={classes['canvas']}>
        <svg
          className={classes['svg']}
          width={width}
          height={height}
          role="img"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its figures must be readable by keyboard
          tabIndex={0}
          aria-label={label}
          {...handlers}
        >
          {axis.marks.map((value) => (
            <g key={value}>
              <line className={classes['grid']} x1={left} x2={right} y1={y(value)} y2={y(value)} />
              <text className={classes['tick']} x={left - besideMarks} y={y(value)} dy="0.32em" textAnchor="end">
                {writeShort(value)}
              </text>
            </g>
          ))}
          {days.length > 1 && <path className={classes['area']} d={`M${x(0)},${bottom}L${line}L${right},${bottom}Z`} />}
          {hasPrevious && days.length > 1 && <path className={classes['previous']} d={`M${before}`} />}
          {days.length > 1 && <path className={classes['line']} d={`M${line}`} />}
          {days.map((day, index) => (
            <g key={day.day} className={classes['day']} data-pointed={pointed === index || undefined}>
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
        {shown && pointed !== null && (
          <SpanTooltip title={shown.title} figures={figuresOf(shown)} x={x(pointed)} width={width} />
        )}
      </div>
      <div className={classes['hidden']}>
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{labels.day}</th>
              <th scope="col">{labels.current}</th>
              {hasPrevious && <th scope="col">{labels.previous}</th>}
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
