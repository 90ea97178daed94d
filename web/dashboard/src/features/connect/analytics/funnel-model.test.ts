import { expect, it } from 'vitest';

import { connectedTo, type Funnel, graphOf, isolate, linksOf, nodeAfter } from './funnel-model';

const funnel: Funnel = {
  operators: [
    {
      name: 'Free Fire',
      count: 30,
      percentage: 30,
      products: [
        { name: 'FF 140', count: 10, orders: [{ name: 'checkout', count: 10 }] },
        { name: 'dropped', count: 20, orders: [] },
      ],
    },
    {
      name: 'Mobile Legends',
      count: 70,
      percentage: 70,
      products: [
        {
          name: 'MLBB 86',
          count: 60,
          orders: [
            { name: 'checkout', count: 40 },
            { name: 'dropped', count: 20 },
          ],
        },
        { name: 'dropped', count: 10, orders: [] },
      ],
    },
  ],
};
const graph = graphOf(funnel);
const counts = (nodes: readonly { id: string; count: number }[]) => nodes.map(({ id, count }) => `${id} ${count}`);
const ids = (nodes: readonly { id: string }[]) => nodes.map(({ id }) => id);

it('has three columns, most viewed first, with merged nodes and links', () => {
  expect(graph.nodes.map(({ id, count }) => `${id} ${count}`)).toEqual([
    '0 Mobile Legends 70',
    '0 Free Fire 30',
    '1 MLBB 86 60',
    '1 FF 140 10',
    '1 dropped 30',
    '2 checkout 50',
    '2 dropped 20',
  ]);
  expect(linksOf(graph, '2 checkout').in.map(({ id, count }) => `${id} ${count}`)).toEqual([
    '1 MLBB 86 → 2 checkout 40',
    '1 FF 140 → 2 checkout 10',
  ]);
  const twice: Funnel = { operators: [...funnel.operators, ...funnel.operators] };
  expect(graphOf(twice).links).toHaveLength(graph.links.length);
  expect(graphOf(twice).links[0]?.count).toBe(20);
});

it('keeps what comes into a step equal to what leaves it', () => {
  for (const node of graph.nodes.filter(({ column }) => column === 0)) {
    expect(linksOf(graph, node.id).out.reduce((sum, { count }) => sum + count, 0)).toBe(node.count);
  }
});

it('hides the other nodes of a chosen one’s column, and what hung on them alone', () => {
  expect(ids(isolate(graph, { node: '0 Free Fire' }).nodes)).toEqual([
    '0 Free Fire',
    '1 FF 140',
    '1 dropped',
    '2 checkout',
  ]);
  expect(ids(isolate(graph, { link: '1 MLBB 86 → 2 dropped' }).nodes)).toEqual([
    '0 Mobile Legends',
    '1 MLBB 86',
    '2 dropped',
  ]);
  expect(isolate(graph, null)).toBe(graph);
  expect(isolate(graph, { node: 'gone' })).toBe(graph);
});

it('counts the users that are left when others are hidden', () => {
  const alone = isolate(graph, { node: '0 Free Fire' });
  expect(counts(alone.nodes)).toEqual(['0 Free Fire 30', '1 FF 140 10', '1 dropped 20', '2 checkout 10']);
  expect(alone.nodes[0]?.percentage).toBe(30);
  const link = isolate(graph, { link: '1 MLBB 86 → 2 dropped' });
  expect(counts(link.nodes)).toEqual(['0 Mobile Legends 60', '1 MLBB 86 60', '2 dropped 20']);
  expect(link.nodes[0]).not.toHaveProperty('percentage');
});

it('lights what is connected', () => {
  expect(connectedTo(graph, null)).toBeNull();
  expect(connectedTo(graph, { link: 'gone' })).toBeNull();
  expect([...(connectedTo(graph, { node: '1 dropped' }) ?? [])].toSorted()).toEqual([
    '0 Free Fire',
    '0 Free Fire → 1 dropped',
    '0 Mobile Legends',
    '0 Mobile Legends → 1 dropped',
    '1 dropped',
  ]);
  // Of a flow also how its users came to it, but not what else left the same step.
  expect([...(connectedTo(graph, { link: '1 MLBB 86 → 2 checkout' }) ?? [])].toSorted()).toEqual([
    '0 Mobile Legends',
    '0 Mobile Legends → 1 MLBB 86',
    '1 MLBB 86',
    '1 MLBB 86 → 2 checkout',
    '2 checkout',
  ]);
});

it('moves by arrow keys', () => {
  expect(nodeAfter(graph.nodes, '', 'ArrowDown')).toBe('0 Mobile Legends');
  expect(nodeAfter(graph.nodes, '0 Mobile Legends', 'ArrowUp')).toBe('0 Mobile Legends');
  expect(nodeAfter(graph.nodes, '0 Mobile Legends', 'ArrowDown')).toBe('0 Free Fire');
  expect(nodeAfter(graph.nodes, '1 dropped', 'ArrowRight')).toBe('2 dropped');
  expect(nodeAfter(graph.nodes, '0 Free Fire', 'ArrowLeft')).toBe('0 Free Fire');
});
