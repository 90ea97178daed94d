import { sankey, sankeyLeft, sankeyLinkHorizontal } from 'd3-sankey';

import type { FunnelGraph, FunnelLink, FunnelNode } from './funnel-model';

/** A node with its position, in pixels. */
export interface PlacedNode extends FunnelNode {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A link with its path, and the width of its line. */
interface PlacedLink extends FunnelLink {
  path: string;
  width: number;
}

export interface FunnelLayout {
  nodes: PlacedNode[];
  links: PlacedLink[];
}

const nodeWidth = 9;
const mostGap = 14;
// With many nodes, the gaps would leave no height to the nodes themselves.
const mostGapShare = 0.35;

function gapOf({ nodes }: FunnelGraph, height: number): number {
  const most = Math.max(...[0, 1, 2].map((column) => nodes.filter((node) => node.column === column).length));
  return most < 2 ? mostGap : Math.min(mostGap, (height * mostGapShare) / (most - 1));
}

/** Places the nodes in their columns, in their order, and the links between them. */
export function layoutFunnel(
  graph: FunnelGraph,
  area: { left: number; top: number; width: number; height: number },
): FunnelLayout {
  if (graph.nodes.length === 0 || graph.links.length === 0 || area.width <= 0) return { nodes: [], links: [] };
  const layOut = sankey<FunnelNode, FunnelLink>()
    .nodeId(({ id }) => id)
    .nodeAlign(sankeyLeft)
    .nodeSort(null)
    // In the order of their other ends. Without a rule, d3 sorts them again for each node, which takes seconds for hundreds.
    .linkSort((a, b) => indexOfEnd(a.source) - indexOfEnd(b.source) || indexOfEnd(a.target) - indexOfEnd(b.target))
    .nodeWidth(nodeWidth)
    .nodePadding(gapOf(graph, area.height))
    .extent([
      [area.left, area.top],
      [area.left + area.width, area.top + area.height],
    ]);
  const linked = new Set(graph.links.flatMap(({ source, target }) => [source, target]));
  const placed = layOut({
    nodes: graph.nodes.filter(({ id }) => linked.has(id)).map((node) => ({ ...node })),
    links: graph.links.map((link) => ({ ...link, value: link.count })),
  });
  const pathOf = sankeyLinkHorizontal<FunnelNode, FunnelLink>();
  return {
    nodes: placed.nodes.map(({ id, column, name, count, percentage, x0 = 0, x1 = 0, y0 = 0, y1 = 0 }) => ({
      id,
      column,
      name,
      count,
      ...(percentage === undefined ? {} : { percentage }),
      x: x0,
      y: y0,
      width: x1 - x0,
      height: Math.max(1, y1 - y0),
    })),
    links: placed.links.map((link) => ({
      id: link.id,
      source: idOf(link.source),
      target: idOf(link.target),
      count: link.count,
      path: pathOf(link) ?? '',
      width: Math.max(1, link.width ?? 1),
    })),
  };
}

/** The index that d3 gave to the node at an end of a link. */
function indexOfEnd(end: unknown): number {
  return typeof end === 'object' && end !== null && 'index' in end ? Number(end.index) : 0;
}

function idOf(end: unknown): string {
  return typeof end === 'object' && end !== null && 'id' in end ? String(end.id) : String(end);
}

/** How much of its label a node has room for: name and figures, or its name alone. */
export type LabelRoom = 'full' | 'name';

const lineHeight = 16;

/**
 * Returns the label of each node that has room for one. The labels of SKUs have one line, the others two. Others are
 * read in the tooltip.
 */
export function labelRooms(nodes: readonly PlacedNode[]): Map<string, LabelRoom> {
  const rooms = new Map<string, LabelRoom>();
  const ends = new Map<number, number>();
  for (const node of nodes) {
    const middle = node.y + node.height / 2;
    const free = middle - (ends.get(node.column) ?? -Infinity);
    const lines = node.column === 1 ? 1 : 2;
    if (free < lineHeight / 2) continue;
    const isFull = free >= (lines * lineHeight) / 2;
    rooms.set(node.id, isFull ? 'full' : 'name');
    ends.set(node.column, middle + (isFull ? lines * lineHeight : lineHeight) / 2);
  }
  return rooms;
}
