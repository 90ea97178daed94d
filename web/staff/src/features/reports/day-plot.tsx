import { useElementSize } from '@mantine/hooks';

import { shortMoney } from '@/money/short-money';
import { axisOf, heightsOf, widthOfMarks } from '@shared/charts/axis';

import classes from './reports.module.css';

interface DayPlotProps {
  kind: 'bars' | 'lines';
  /** The days in words. */
  names: readonly string[];
  values: readonly number[];
  /** The values of as many days before, as a dashed line. */
  earlier: readonly number[];
}

const wantedMarks = 2;
const height = 160;
const foot = 20;
const top = 8;
const gapBesideMarks = 8;
const widestBar = 0.8;
const half = 2;

/** Amounts by day as bars or lines. The same figures stand in a table beside it. */
export function DayPlot({ kind, names, values, earlier }: DayPlotProps) {
  const { ref, width } = useElementSize();
  const axis = axisOf([...values, ...earlier], wantedMarks);
  const left = widthOfMarks(axis.marks.map(shortMoney)) + gapBesideMarks;
  const y = heightsOf(axis, height - foot, top);
  const step = Math.max(0, width - left) / Math.max(1, values.length);
  const x = (index: number) => left + step * (index + 1 / half);
  const line = (list: readonly number[]) => list.map((value, index) => `${x(index)},${y(value)}`).join(' ');
  const last = names.length - 1;
  const shown = [...new Set([0, Math.floor(last / half), last])];
  return (
    <div ref={ref} className={classes['plot']}>
      <svg width={width} height={height} aria-hidden>
        {axis.marks.map((mark) => (
          <g key={mark}>
            <line
              className={classes['grid']}
              data-zero={mark === 0 || undefined}
              x1={left}
              x2={width}
              y1={y(mark)}
              y2={y(mark)}
            />
            <text className={classes['mark']} x={left - gapBesideMarks} y={y(mark)} dy="0.35em" textAnchor="end">
              {shortMoney(mark)}
            </text>
          </g>
        ))}
        {kind === 'bars' ? (
          values.map((value, index) => (
            <rect
              key={names[index]}
              className={classes['bar']}
              x={x(index) - (step * widestBar) / half}
              width={step * widestBar}
              y={Math.min(y(value), y(0))}
              height={Math.abs(y(0) - y(value))}
            >
              <title>{names[index]}</title>
            </rect>
          ))
        ) : (
          <>
            <polyline className={classes['before']} points={line(earlier)} />
            <polyline className={classes['line']} points={line(values)} />
          </>
        )}
        {shown.map((index) => (
          <text
            key={index}
            className={classes['mark']}
            x={index === last && last > 0 ? width : x(index)}
            y={height - gapBesideMarks / half}
            textAnchor={index === last && last > 0 ? 'end' : 'middle'}
          >
            {names[index]}
          </text>
        ))}
      </svg>
    </div>
  );
}
