import { useElementSize } from '@mantine/hooks';
import type { ReactNode } from 'react';

import { formatRupiah } from '@shared/format/rupiah';

import classes from './flow-chart.module.css';
import { type Flow, layoutBalances, layoutFlows, shortRupiah } from './flow-layout';
import type { PlotArea } from './stack-layout';

/** What the three figures of a span are called. */
export interface FlowWords {
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
  words: FlowWords;
}

const margin = { left: 52, right: 20, top: 8, bottom: 20 };
const letters = 46;

/** Money in and out as bars, or balances as a line. Pointing at a span shows its figures. */
export function FlowChart({ label, flows, kind, words }: FlowChartProps) {
  const { ref, width, height } = useElementSize();
  const area: PlotArea = {
    left: margin.left,
    top: margin.top,
    width: Math.max(0, width - margin.left - margin.right),
    height: Math.max(0, height - margin.top - margin.bottom),
  };
  const bars = layoutFlows(flows, area);
  const balances = layoutBalances(flows, area);
  const every = Math.max(1, Math.ceil(letters / Math.max(1, bars.step)));
  return (
    <div ref={ref} className={classes['canvas']}>
      <svg width={width} height={height} role="img" aria-label={label}>
        {(kind === 'flows' ? bars : balances).ticks.map(({ value, y }) => (
          <g key={value}>
            <line className={classes['grid']} x1={margin.left} x2={width} y1={y} y2={y} />
            <text className={classes['tick']} x={margin.left - 8} y={y} dy="0.32em" textAnchor="end">
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
        {bars.bars.map((bar, index) => {
          const flow = flows[index];
          if (!flow) return null;
          return (
            <g key={flow.key} className={classes['span']}>
              <title>{titleOf(flow, kind, words)}</title>
              <rect className={classes['band']} x={bar.x} y={area.top} width={bar.width} height={area.height} />
              {kind === 'flows' && bar.in && <rect className={classes['in']} {...bar.in} />}
              {kind === 'flows' && bar.out && <rect className={classes['out']} {...bar.out} />}
              {(flows.length - 1 - index) % every === 0 && (
                <text className={classes['tick']} x={bar.x + bar.width / 2} y={height - 4} textAnchor="middle">
                  {shortTitle(flow.title)}
                </text>
              )}
            </g>
          );
        })}
        {kind === 'flows' && (
          <line className={classes['zero']} x1={margin.left} x2={width} y1={bars.zero} y2={bars.zero} />
        )}
      </svg>
    </div>
  );
}

/** '20 Nov' of '20 Nov 2026'. */
function shortTitle(title: string): string {
  return title.split(' ').slice(0, 2).join(' ');
}

function titleOf(flow: Flow, kind: FlowChartProps['kind'], words: FlowWords): string {
  if (kind === 'balance') return `${flow.title}: ${words.balance} ${formatRupiah(flow.balance ?? 0, 'Rp')}`;
  return `${flow.title}: ${words.in} ${formatRupiah(flow.in, 'Rp')}, ${words.out} ${formatRupiah(flow.out, 'Rp')}`;
}

interface FlowTableProps {
  label: string;
  head: string;
  flows: readonly Flow[];
  words: FlowWords;
  /** Whether the user may see balances. */
  balances: boolean;
}

/** The figures of both drawings as a table, for screen readers. */
export function FlowTable({ label, head, flows, words, balances }: FlowTableProps): ReactNode {
  return (
    <div className={classes['hidden']}>
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            {[head, words.in, words.out, ...(balances ? [words.balance] : [])].map((name) => (
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
