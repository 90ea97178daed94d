import { expect, it } from 'vitest';

import { labelRooms, layoutFunnel, type PlacedNode } from './funnel-layout';
import { graphOf } from './funnel-model';

const area = { left: 150, top: 24, width: 800, height: 295 };

/** Operators with as many SKUs each, of which every user checks out. */
function funnelOf(operators: number, skus: number, users: number) {
  return graphOf({
    operators: Array.from({ length: operators }, (_, operator) => ({
      name: `Game ${operator}`,
      count: skus * users,
      percentage: 100 / operators,
      products: Array.from({ length: skus }, (__, sku) => ({
        name: `Game ${operator} SKU ${sku}`,
        count: users,
        orders: [{ name: 'checkout', count: users }],
      })),
    })),
  });
}

it('has three columns at the edges and in the middle of its area', () => {
  const { nodes, links } = layoutFunnel(funnelOf(2, 2, 10), area);
  expect([...new Set(nodes.map(({ column, x }) => `${column} ${x}`))]).toEqual(['0 150', '1 545.5', '2 941']);
  expect(links).toHaveLength(8);
  expect(links.every(({ path, width }) => path.startsWith('M') && width > 1)).toBe(true);
});

it.each([1, 20, 100])('draws %i SKUs of each game in proportion and within its height', (skus) => {
  const { nodes } = layoutFunnel(funnelOf(4, skus, 7), area);
  const columns = [0, 1, 2].map((column) => nodes.filter((node) => node.column === column));
  for (const column of columns) {
    expect(Math.min(...column.map(({ y }) => y))).toBeGreaterThanOrEqual(area.top - 0.01);
    expect(Math.max(...column.map(({ y, height }) => y + height))).toBeLessThanOrEqual(area.top + area.height + 1);
  }
  // The gaps between many nodes leave most of the height to the flows.
  expect(columns[2]?.[0]?.height).toBeGreaterThan(area.height * 0.6);
  expect(columns[0]?.[0]?.height).toBeGreaterThan(area.height * 0.1);
});

it('is empty without links, and without room', () => {
  expect(layoutFunnel({ nodes: [], links: [] }, area)).toEqual({ nodes: [], links: [] });
  expect(layoutFunnel(funnelOf(1, 1, 1), { ...area, width: -10 })).toEqual({ nodes: [], links: [] });
});

function nodeAt(column: number, y: number): PlacedNode {
  return { id: `${column} at ${y}`, column, name: '', count: 1, x: 0, y, width: 9, height: 2 };
}

it('writes the labels that have room, shorter ones where it is narrow', () => {
  const positioned = [20, 46, 50, 90].map((y) => nodeAt(0, y)).concat([20, 30, 36].map((y) => nodeAt(1, y)));
  const rooms = labelRooms(positioned);
  expect(Object.fromEntries(rooms)).toEqual({
    '0 at 20': 'full',
    '0 at 46': 'name',
    '0 at 90': 'full',
    '1 at 20': 'full',
    '1 at 36': 'full',
  });
});
