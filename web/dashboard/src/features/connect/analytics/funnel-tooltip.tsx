import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';

import { analyticsTexts } from './analytics-texts';
import classes from './funnel-chart.module.css';
import type { FunnelLayout, PlacedNode } from './funnel-layout';
import { type FunnelChoice, type FunnelGraph, linksOf } from './funnel-model';

interface FunnelTooltipProps {
  id: string;
  graph: FunnelGraph;
  layout: FunnelLayout;
  pointed: FunnelChoice;
  /** The size of the drawing, in pixels. */
  width: number;
  height: number;
}

/** Figures of what is pointed at: of a flow its users, of a step its users and where they came from and went. */
export function FunnelTooltip({ id, graph, layout, pointed, width, height }: FunnelTooltipProps) {
  const texts = useTexts(analyticsTexts);
  if (pointed === null) return null;
  const nameOf = (node: string) => layout.nodes.find((one) => one.id === node)?.name ?? '';
  const users = (count: number) => texts.usersOf(groupThousands(count));
  if ('link' in pointed) {
    const link = layout.links.find((one) => one.id === pointed.link);
    const target = layout.nodes.find((one) => one.id === link?.target);
    if (!link || !target) return null;
    return (
      <div id={id} className={classes['tooltip']} style={positionBeside(target, 2, width, height)} aria-hidden>
        <strong>{`${nameOf(link.source)} → ${target.name}`}</strong>
        <span>{users(link.count)}</span>
      </div>
    );
  }
  const node = layout.nodes.find((one) => one.id === pointed.node);
  if (!node) return null;
  const { in: from, out: to } = linksOf(graph, node.id);
  const lists = [
    { title: texts.in, rows: from.map(({ source, count }) => ({ id: source, count })) },
    { title: texts.out, rows: to.map(({ target, count }) => ({ id: target, count })) },
  ].filter(({ rows }) => rows.length > 0);
  const lines = lists.reduce((sum, { rows }) => sum + 1 + Math.ceil(rows.length / columnsOf(rows.length)), 2);
  return (
    <div id={id} className={classes['tooltip']} style={positionBeside(node, lines, width, height)} aria-hidden>
      <strong>{node.name}</strong>
      <span>{users(node.count)}</span>
      {lists.map(({ title, rows }) => (
        <div key={title} className={classes['tooltipList']}>
          <span className={classes['tooltipHead']}>{title}</span>
          <div className={classes['tooltipRows']} style={{ columnCount: columnsOf(rows.length) }}>
            {rows.map((row) => (
              <span key={row.id} className={classes['tooltipRow']}>
                <span className={classes['tooltipName']}>{nameOf(row.id)}</span> <b>{groupThousands(row.count)}</b>
              </span>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

/** As many rows as stand below each other, so that both lists fit into the height of the drawing. */
const rowsOfColumn = 5;
const mostColumns = 4;

/** All rows are shown: many stand in columns beside each other. */
function columnsOf(rows: number): number {
  return Math.max(1, Math.min(mostColumns, Math.ceil(rows / rowsOfColumn)));
}

const lineHeight = 20;
const padding = 20;
const distance = 12;

/** Beside the step, within the drawing. */
function positionBeside(node: PlacedNode, lines: number, width: number, height: number) {
  const insetBlockStart = Math.max(0, Math.min(node.y, height - lines * lineHeight - padding));
  return node.x > width / 2
    ? { insetInlineEnd: width - node.x + distance, insetBlockStart }
    : { insetInlineStart: node.x + node.width + distance, insetBlockStart };
}
