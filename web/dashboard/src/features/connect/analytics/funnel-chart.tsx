import { useClickOutside, useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';

import { useTexts } from '@shared/i18n/texts';

import { analyticsTexts } from './analytics-texts';
import classes from './funnel-chart.module.css';
import { figuresOf, FunnelLabel } from './funnel-label';
import { type FunnelLayout, labelRooms, layoutFunnel } from './funnel-layout';
import {
  type Arrow,
  connectedTo,
  droppedName,
  type FunnelChoice,
  type FunnelGraph,
  isolate,
  isSameChoice,
  nodeAfter,
} from './funnel-model';
import { FunnelTooltip } from './funnel-tooltip';

/** In pixels (docs/product/analytics.md#figures). */
export const funnelHeight = 323;
const height = funnelHeight;
const labels = { left: 150, right: 130, top: 24, bottom: 4, gap: 20 };

/**
 * The way of users as flows between three columns. Pointing shows figures, a click shows a step or a flow alone, and
 * another click on it, a click beside it or Escape shows all. It is one tab stop: arrow keys move between the steps.
 */
export function FunnelChart({ graph }: { graph: FunnelGraph }) {
  const texts = useTexts(analyticsTexts);
  const { ref, width } = useElementSize();
  const [choice, setChoice] = useState<FunnelChoice>(null);
  const [pointed, setPointed] = useState<FunnelChoice>(null);
  const [focused, setFocused] = useState('');
  const drawing = useRef<SVGSVGElement>(null);
  const around = useClickOutside<HTMLDivElement>(() => setChoice(null));
  const tooltip = useId();
  // Pointing alone moves nothing.
  const shown = useMemo(() => isolate(graph, choice), [graph, choice]);
  const layout = useMemo(() => layoutFunnel(shown, areaOf(width)), [shown, width]);
  const dropped = new Set(layout.nodes.filter(({ name }) => name === droppedName).map(({ id }) => id));
  const current = layout.nodes.some(({ id }) => id === focused) ? focused : (layout.nodes[0]?.id ?? '');
  const lit = connectedTo(shown, pointed);
  const rooms = labelRooms(layout.nodes);
  const labelWidths = [labels.left - labels.gap, areaOf(width).width / 2 - 2 * labels.gap, labels.right - labels.gap];

  /** Shows something alone, or all again if it was alone. */
  function choose(next: FunnelChoice) {
    setChoice(isSameChoice(next, choice) ? null : next);
  }

  function press(event: KeyboardEvent, id: string) {
    if (event.key === 'Enter' || event.key === ' ') choose({ node: id });
    else if (event.key === 'Escape' && choice !== null) setChoice(null);
    else if (isArrow(event.key)) {
      const next = nodeAfter(layout.nodes, id, event.key);
      setFocused(next);
      drawing.current?.querySelector<SVGGElement>(`[data-node="${CSS.escape(next)}"]`)?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div ref={around} className={classes['scroll']}>
      <div ref={ref} className={classes['chart']}>
        {/* A click on nothing shows all again; Escape does the same. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
        <svg
          ref={drawing}
          width={width}
          height={height}
          role="group"
          aria-label={`${texts.insights}. ${texts.funnelHelp}`}
          onClick={() => setChoice(null)}
        >
          <Heads layout={layout} names={[texts.gameType, texts.sku, texts.checkout]} />
          {layout.links.map((link) => (
            // The keyboard has the same by the steps.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
            <path
              key={link.id}
              className={classes['link']}
              d={link.path}
              strokeWidth={link.width}
              data-link={link.id}
              data-dropped={dropped.has(link.target) || undefined}
              data-lit={lit?.has(link.id) || undefined}
              data-faded={(lit && !lit.has(link.id)) || undefined}
              onPointerEnter={() => setPointed({ link: link.id })}
              onPointerLeave={() => setPointed(null)}
              onClick={(event) => {
                event.stopPropagation();
                choose({ link: link.id });
              }}
            />
          ))}
          {layout.nodes.map((node) => {
            const room = rooms.get(node.id);
            return (
              <g
                key={node.id}
                className={classes['node']}
                role="button"
                tabIndex={node.id === current ? 0 : -1}
                // Begins with its visible label, by which voice control finds it.
                aria-label={`${node.name}, ${texts.usersOf(figuresOf(node))}`}
                aria-pressed={isSameChoice({ node: node.id }, choice)}
                aria-describedby={isSameChoice({ node: node.id }, pointed) ? tooltip : undefined}
                data-node={node.id}
                data-may-overlap="a label beside a thin step is higher than the step"
                data-dropped={dropped.has(node.id) || undefined}
                data-faded={(lit && !lit.has(node.id)) || undefined}
                onPointerEnter={() => setPointed({ node: node.id })}
                onPointerLeave={() => setPointed(null)}
                onFocus={() => {
                  setFocused(node.id);
                  setPointed({ node: node.id });
                }}
                onBlur={() => setPointed(null)}
                onKeyDown={(event) => press(event, node.id)}
                onClick={(event) => {
                  event.stopPropagation();
                  setFocused(node.id);
                  choose({ node: node.id });
                }}
              >
                <rect x={node.x} y={node.y} width={node.width} height={node.height} rx={2} />
                {room && <FunnelLabel node={node} room={room} width={labelWidths[node.column] ?? 0} />}
              </g>
            );
          })}
        </svg>
        <FunnelTooltip id={tooltip} graph={shown} layout={layout} pointed={pointed} width={width} height={height} />
      </div>
    </div>
  );
}

function isArrow(key: string): key is Arrow {
  return key === 'ArrowUp' || key === 'ArrowDown' || key === 'ArrowLeft' || key === 'ArrowRight';
}

/** Where the steps are drawn: between the labels of the first and the last column. */
function areaOf(width: number) {
  return {
    left: labels.left,
    top: labels.top,
    width: width - labels.left - labels.right,
    height: height - labels.top - labels.bottom,
  };
}

function Heads({ layout, names }: { layout: FunnelLayout; names: readonly string[] }) {
  return names.map((name, column) => {
    const first = layout.nodes.find((node) => node.column === column);
    return (
      first && (
        <text key={name} className={classes['head']} x={first.x} y={12}>
          {name}
        </text>
      )
    );
  });
}
