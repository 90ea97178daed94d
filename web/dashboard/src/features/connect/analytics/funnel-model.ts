import type { AnswerOf } from '@shared/api/types';

export type Funnel = AnswerOf<'/analytics/funnel', 'get'>;

/** A step of the way to an order. */
export interface FunnelNode {
  /** Column and name: a name may stand in two columns. */
  id: string;
  /** 0: game types, 1: SKUs, 2: checkout. */
  column: number;
  name: string;
  count: number;
  /** Share of all users, of game types alone. */
  percentage?: number;
}

/** How many users went from one step to the next. */
export interface FunnelLink {
  id: string;
  source: string;
  target: string;
  count: number;
}

export interface FunnelGraph {
  nodes: FunnelNode[];
  links: FunnelLink[];
}

/** Names that end a way: they have no eye icon. */
export const droppedName = 'dropped';
const checkoutName = 'checkout';

/** Reports whether the way ends here: without an order, or with one. */
export function isEnd({ name }: FunnelNode): boolean {
  return name === droppedName || name === checkoutName;
}

/** Builds the graph. Links with the same source and target are merged by summing, as are nodes of a column. */
export function graphOf(funnel: Funnel): FunnelGraph {
  const nodes = new Map<string, FunnelNode>();
  const links = new Map<string, FunnelLink>();
  const add = (column: number, name: string, count: number, percentage?: number): string => {
    const id = `${column} ${name}`;
    const before = nodes.get(id);
    const node: FunnelNode = { id, column, name, count: (before?.count ?? 0) + count };
    if (percentage !== undefined) node.percentage = percentage;
    nodes.set(id, node);
    return id;
  };
  const connect = (source: string, target: string, count: number) => {
    const id = `${source} → ${target}`;
    links.set(id, { id, source, target, count: (links.get(id)?.count ?? 0) + count });
  };
  for (const operator of funnel.operators) {
    const from = add(0, operator.name, operator.count, operator.percentage);
    for (const product of operator.products) {
      const through = add(1, product.name, product.count);
      connect(from, through, product.count);
      for (const order of product.orders) connect(through, add(2, order.name, order.count), order.count);
    }
  }
  return { nodes: inOrder([...nodes.values()]), links: [...links.values()].filter(({ count }) => count > 0) };
}

/** By column, most viewed first, what was dropped last. */
function inOrder(nodes: FunnelNode[]): FunnelNode[] {
  const last = (node: FunnelNode) => (node.name === droppedName ? 1 : 0);
  return nodes
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => a.column - b.column || last(a) - last(b) || b.count - a.count || (a.name < b.name ? -1 : 1));
}

/** What was clicked: a node, or a link. */
export type FunnelChoice = { node: string } | { link: string } | null;

/**
 * Hides the other nodes of the columns of what was chosen, and what hangs on them alone. The counts are those of the
 * links that are left.
 */
export function isolate(graph: FunnelGraph, choice: FunnelChoice): FunnelGraph {
  const remaining = keptOf(graph, choice);
  if (remaining.length === 0) return graph;
  const columns = new Set(remaining.map(({ column }) => column));
  let nodes = graph.nodes.filter((node) => !columns.has(node.column) || remaining.includes(node));
  const whole = usersAt(graph.links);
  // A node that nobody comes to or leaves any more is hidden too.
  for (let count = -1; count !== nodes.length;) {
    count = nodes.length;
    const left = usersAt(linksBetween(graph, nodes));
    nodes = nodes.filter(
      ({ id }) => (left.in.has(id) || !whole.in.has(id)) && (left.out.has(id) || !whole.out.has(id)),
    );
  }
  const links = linksBetween(graph, nodes);
  const users = usersAt(links);
  return { nodes: nodes.map((node) => recounted(node, users)), links };
}

function linksBetween({ links }: FunnelGraph, nodes: readonly FunnelNode[]): FunnelLink[] {
  const ids = new Set(nodes.map(({ id }) => id));
  return links.filter(({ source, target }) => ids.has(source) && ids.has(target));
}

/** How many users come to each node and leave it. */
interface Users {
  in: Map<string, number>;
  out: Map<string, number>;
}

function usersAt(links: readonly FunnelLink[]): Users {
  const users: Users = { in: new Map(), out: new Map() };
  for (const { source, target, count } of links) {
    users.in.set(target, (users.in.get(target) ?? 0) + count);
    users.out.set(source, (users.out.get(source) ?? 0) + count);
  }
  return users;
}

/** A share of all users is not that of the users who are left. */
function recounted({ percentage, ...node }: FunnelNode, users: Users): FunnelNode {
  const count = Math.max(users.in.get(node.id) ?? 0, users.out.get(node.id) ?? 0);
  return { ...node, count, ...(count === node.count && percentage !== undefined && { percentage }) };
}

function keptOf(graph: FunnelGraph, choice: FunnelChoice): FunnelNode[] {
  if (choice === null) return [];
  const link = 'link' in choice ? graph.links.find(({ id }) => id === choice.link) : undefined;
  const ids = link ? [link.source, link.target] : ['node' in choice ? choice.node : ''];
  return graph.nodes.filter(({ id }) => ids.includes(id));
}

/** The links that come into a node and leave it, the greatest first. */
export function linksOf(
  { links }: { links: readonly FunnelLink[] },
  id: string,
): { in: FunnelLink[]; out: FunnelLink[] } {
  const greatestFirst = (a: FunnelLink, b: FunnelLink) => b.count - a.count;
  return {
    in: links.filter(({ target }) => target === id).toSorted(greatestFirst),
    out: links.filter(({ source }) => source === id).toSorted(greatestFirst),
  };
}

/**
 * Returns the ids of the nodes and links that belong to what is pointed at: the links of a node with their other ends;
 * of a link its ends, what comes into its source and what leaves its target. Null if nothing is pointed at.
 */
export function connectedTo(graph: FunnelGraph, pointed: FunnelChoice): Set<string> | null {
  if (pointed === null) return null;
  if ('node' in pointed) {
    const { in: from, out: to } = linksOf(graph, pointed.node);
    return new Set([pointed.node, ...[...from, ...to].flatMap(({ id, source, target }) => [id, source, target])]);
  }
  const link = graph.links.find(({ id }) => id === pointed.link);
  if (!link) return null;
  const beyond = [...linksOf(graph, link.source).in, ...linksOf(graph, link.target).out];
  return new Set([link, ...beyond].flatMap(({ id, source, target }) => [id, source, target]));
}

/** Reports whether two choices are the same. */
export function isSameChoice(one: FunnelChoice, other: FunnelChoice): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

/** Where an arrow key leads from a node: to its neighbour in the column, or to the nearest node of the next column. */
export function nodeAfter(nodes: readonly FunnelNode[], id: string, key: Arrow): string {
  const node = nodes.find((one) => one.id === id);
  if (!node) return nodes[0]?.id ?? '';
  const columnOf = (column: number) => nodes.filter((one) => one.column === column);
  const column = columnOf(node.column);
  const index = column.indexOf(node);
  if (key === 'ArrowUp' || key === 'ArrowDown') return (column[index + (key === 'ArrowUp' ? -1 : 1)] ?? node).id;
  const next = columnOf(node.column + (key === 'ArrowLeft' ? -1 : 1));
  return (next[Math.min(index, next.length - 1)] ?? node).id;
}
