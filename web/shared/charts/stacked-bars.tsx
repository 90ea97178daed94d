import { useElementSize } from '@mantine/hooks';
import { type MouseEvent, useId, useRef } from 'react';

import { groupThousands } from '@shared/format/rupiah';

import { widthOfMarks } from './axis';
import {
  type AxisMark,
  columnAt,
  layoutStacks,
  positionMarks,
  type PlotArea,
  seriesAt,
  stackAxis,
  type StackColumn,
  type StackLayout,
  type StackSeries,
  totalOf,
} from './stack-layout';
import classes from './stacked-bars.module.css';
import { PlotTooltip } from './plot-tooltip';
import { type ActivePosition, firstPosition, usePlotKeys } from './use-plot-keys';

export interface StackedBarsProps {
  /** Accessible name of the chart and of its table. */
  label: string;
  series: readonly StackSeries[];
  columns: readonly StackColumn[];
  marks: readonly AxisMark[];
  /** Called when a bar or a segment is chosen. Empty ones cannot be chosen. */
  onPick: (column: number, series: number | null) => void;
  /** What choosing does, shown in the tooltip. */
  pickHint: (column: number, series: number | null) => string;
  /**
   * Called instead of `onPick` for a tap: without hover, the screen shows the figures and the choice beside the chart.
   */
  onTouch?: ((column: number) => void) | undefined;
  /** The bar that was tapped, while the screen shows its figures. */
  marked?: number | null;
}

const axis = { right: 4, top: 8, bottom: 20 };
const besideMarks = 8;

/**
 * Counts as stacked bars, drawn as SVG. It is one tab stop: left and right move between bars, up and down between
 * segments, Enter chooses.
 */
export function StackedBars(props: StackedBarsProps) {
  const { label, series, columns, marks, onPick, pickHint, onTouch, marked = null } = props;
  const { ref, width, height } = useElementSize();
  const id = useId();
  // The pointer type of the last press. Not all browsers give it on click.
  const pressedBy = useRef('');
  const { active, setActive, onKeyDown } = usePlotKeys(columns, pick);
  const left = widthOfMarks(stackAxis(columns).marks.map(groupThousands)) + besideMarks;
  const area: PlotArea = {
    left,
    top: axis.top,
    width: Math.max(0, width - left - axis.right),
    height: Math.max(0, height - axis.top - axis.bottom),
  };
  const layout = layoutStacks(columns, area);
  const activeColumn = active === null ? undefined : columns[active.column];

  function pick(position: ActivePosition): void {
    const column = columns[position.column];
    if (column && totalOf(column) > 0) onPick(position.column, position.series);
  }

  function positionUnder(event: MouseEvent<SVGSVGElement>): ActivePosition | null {
    const box = event.currentTarget.getBoundingClientRect();
    const column = columnAt(event.clientX - box.left, layout);
    return column === null ? null : { column, series: seriesAt(event.clientY - box.top, column, layout) };
  }

  return (
    <div className={classes['plot']}>
      <div ref={ref} className={classes['canvas']}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a drawing is the list */}
        <svg
          className={classes['svg']}
          width={width}
          height={height}
          role="listbox"
          tabIndex={0}
          aria-label={label}
          aria-orientation="horizontal"
          aria-activedescendant={active ? `${id}-${active.column}` : undefined}
          onKeyDown={onKeyDown}
          onFocus={(event) => {
            if (event.currentTarget.matches(':focus-visible')) setActive((now) => now ?? firstPosition(columns));
          }}
          onBlur={() => setActive(null)}
          onPointerMove={(event) => {
            if (event.pointerType !== 'touch') setActive(positionUnder(event));
          }}
          onPointerLeave={(event) => {
            if (event.pointerType !== 'touch') setActive(null);
          }}
          onPointerDown={(event) => {
            pressedBy.current = event.pointerType;
          }}
          // `click`, not `pointerup`, which also fires for other buttons and for presses that began elsewhere.
          onClick={(event) => {
            const position = positionUnder(event);
            if (!position) return;
            if (pressedBy.current !== 'touch') pick(position);
            else onTouch?.(position.column);
          }}
        >
          <Grid layout={layout} left={left} width={width} marks={marks} />
          {layout.bars.map((bar) => {
            const column = columns[bar.column];
            if (!column) return null;
            const here = active?.column === bar.column;
            return (
              <g
                key={column.key}
                id={`${id}-${bar.column}`}
                role="option"
                aria-selected={here}
                aria-label={columnText(column, series)}
                data-pickable={bar.segments.length > 0 || undefined}
              >
                <rect
                  className={classes['band']}
                  data-active={here || undefined}
                  data-marked={marked === bar.column || undefined}
                  x={bar.x - (layout.step - bar.width) / 2}
                  y={0}
                  width={layout.step}
                  height={Math.max(0, layout.baseline)}
                />
                {bar.segments.map((part) => (
                  <rect
                    key={part.series}
                    className={classes['part']}
                    data-tone={series[part.series]?.tone}
                    data-faded={(here && active.series !== null && active.series !== part.series) || undefined}
                    x={bar.x}
                    y={part.y}
                    width={bar.width}
                    height={part.height}
                  />
                ))}
              </g>
            );
          })}
          <line className={classes['baseline']} x1={area.left} x2={width} y1={layout.baseline} y2={layout.baseline} />
        </svg>
      </div>
      {active && activeColumn && (
        <PlotTooltip
          title={activeColumn.title}
          series={series}
          column={activeColumn}
          activeSeries={active.series}
          hint={totalOf(activeColumn) > 0 ? pickHint(active.column, active.series) : ''}
          x={(layout.bars[active.column]?.x ?? 0) + layout.step / 2}
          width={width}
        />
      )}
    </div>
  );
}

interface GridProps {
  layout: StackLayout;
  left: number;
  width: number;
  marks: readonly AxisMark[];
}

/** Lines and labels of the axes. The table has the same figures. */
function Grid({ layout, left, width, marks }: GridProps) {
  const labels = positionMarks(marks, layout);
  const boundaries = labels.filter((mark) => mark.strong && mark.column > 0);
  const gap = layout.step - (layout.bars[0]?.width ?? layout.step);
  return (
    <g aria-hidden>
      {layout.ticks.map(({ value, y }) => (
        <g key={value}>
          {value > 0 && <line className={classes['grid']} x1={left} x2={width} y1={y} y2={y} />}
          <text className={classes['tick']} x={left - besideMarks} y={y} dy="0.32em" textAnchor="end">
            {groupThousands(value)}
          </text>
        </g>
      ))}
      {boundaries.map((mark) => (
        <line
          key={mark.column}
          className={classes['boundary']}
          x1={mark.x - gap / 2}
          x2={mark.x - gap / 2}
          y1={2}
          y2={layout.baseline}
        />
      ))}
      {labels.map((mark) => (
        <text
          key={mark.column}
          className={classes['tick']}
          data-strong={mark.strong || undefined}
          x={mark.x}
          y={layout.baseline + 14}
          textAnchor={mark.anchor}
        >
          {mark.text}
        </text>
      ))}
    </g>
  );
}

function columnText(column: StackColumn, series: readonly StackSeries[]): string {
  const parts = series.map(({ name }, index) => `${name} ${groupThousands(column.values[index] ?? 0)}`);
  return `${column.title}: ${parts.join(', ')}`;
}
