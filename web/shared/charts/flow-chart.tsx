import { useElementSize } from '@mantine/hooks';
import type { ReactNode } from 'react';

import { formatRupiah } from '@shared/format/rupiah';

import classes from './flow-chart.module.css';
import { shortRupiah, widthOfMarks } from './axis';
import { balanceAxis, type Flow, flowAxis, layoutBalances, layoutFlows } from './flow-layout';
import { type SpanFigure, SpanTooltip, spanText } from './span-tooltip';
import type { PlotArea } from './stack-layout';
import { usePointedSpan } from './use-pointed-span';

/** What the three figures of a span are called. */
export interface FlowLabels {
  in: string;
  out: string;
  balance: string;
}

interface FlowChartProps {
  /** Accessible name of the drawing. The table beside it has the figures. */
  label: string;
  flows: readonly Flow[];
  /** `flows`: bars of money in and out. `balance`: the line of balances, with its area. */
  kind: 'flows' | 'balance';
  labels: FlowLabels;
}

const margin = { right: 20, top: 8, bottom: 20 };
const besideMarks = 8;
const letters = 46;

/**
 * Money in and out as bars, or balances as a line. The mouse, a tap and the arrow keys show the figures of a span: the
 * drawing is one tab stop.
 */
export function FlowChart({ label, flows, kind, labels }: FlowChartProps) {
  const { ref, width, height } = useElementSize();
  const axis = kind === 'flows' ? flowAxis(flows) : balanceAxis(flows);
  const left = widthOfMarks(axis.marks.map(shortRupiah)) + besideMarks;
  const area: PlotArea = {
    left,
    top: margin.top,
    width: Math.max(0, width - left - margin.right),
    height: Math.max(0, height - margin.top - margin.bottom),
  };
  const bars = layoutFlows(flows, area);
  const balances = layoutBalances(flows, area);
  const every = Math.max(1, Math.ceil(letters / Math.max(1, bars.step)));
  const figuresOf = (flow: Flow) => spanFigures(flow, kind, labels);
  const { pointed, handlers } = usePointedSpan(
    flows.length,
    (x) => {
      const span = Math.floor((x - left) / bars.step);
      return span >= 0 && span < flows.length ? span : null;
    },
    (span) => (flows[span] ? spanText(flows[span].title, figuresOf(flows[span])) : ''),
  );
  const shown = pointed === null ? undefined : flows[pointed];
  const bar = pointed === null ? undefined : bars.bars[pointed];
  return (
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
        {(kind === 'flows' ? bars : balances).ticks.map(({ value, y }) => (
          <g key={value}>
            <line className={classes['grid']} x1={left} x2={width} y1={y} y2={y} />
            <text className={classes['tick']} x={left - besideMarks} y={y} dy="0.32em" textAnchor="end">
              {shortRupiah(value)}
            </text>
          </g>
        ))}
        {kind === 'balance' && (
          <>
            <path className={classes['area']} d={balances.area} />
            <path className={classes['line']} d={balances.line} />
          </>
        )}
        {bars.bars.map((span, index) => {
          const flow = flows[index];
          if (!flow) return null;
          return (
            <g key={flow.key} data-pointed={pointed === index || undefined} className={classes['span']}>
              <rect className={classes['band']} x={span.x} y={area.top} width={span.width} height={area.height} />
              {kind === 'flows' && span.in && <rect className={classes['in']} {...span.in} />}
              {kind === 'flows' && span.out && <rect className={classes['out']} {...span.out} />}
              {(flows.length - 1 - index) % every === 0 && (
                <text className={classes['tick']} x={span.x + span.width / 2} y={height - 4} textAnchor="middle">
                  {shortTitle(flow.title)}
                </text>
              )}
            </g>
          );
        })}
        {kind === 'flows' && <line className={classes['zero']} x1={left} x2={width} y1={bars.zero} y2={bars.zero} />}
      </svg>
      {shown && bar && (
        <SpanTooltip title={shown.title} figures={figuresOf(shown)} x={bar.x + bar.width / 2} width={width} />
      )}
    </div>
  );
}

/** '20 Nov' of '20 Nov 2026'. */
function shortTitle(title: string): string {
  return title.split(' ').slice(0, 2).join(' ');
}

function spanFigures(flow: Flow, kind: FlowChartProps['kind'], labels: FlowLabels): SpanFigure[] {
  if (kind === 'balance') return [{ name: labels.balance, value: formatRupiah(flow.balance ?? 0, 'Rp') }];
  return [
    { name: labels.in, value: formatRupiah(flow.in, 'Rp') },
    { name: labels.out, value: formatRupiah(flow.out, 'Rp') },
  ];
}

interface FlowTableProps {
  label: string;
  head: string;
  flows: readonly Flow[];
  labels: FlowLabels;
  /** Whether the user may see balances. */
  balances: boolean;
}

/** The figures of both drawings as a table, for screen readers. */
export function FlowTable({ label, head, flows, labels, balances }: FlowTableProps): ReactNode {
  return (
    <div className={classes['hidden']}>
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            {[head, labels.in, labels.out, ...(balances ? [labels.balance] : [])].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {flows.map((flow) => (
            <tr key={flow.key}>
              <th scope="row">{flow.title}</th>
              <td>{formatRupiah(flow.in, 'Rp')}</td>
              <td>{formatRupiah(flow.out, 'Rp')}</td>
              {flow.balance === null ? null : <td>{formatRupiah(flow.balance, 'Rp')}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
