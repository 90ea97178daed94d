import { describe, expect, it } from 'vitest';

import type { ClientRole, Right } from './role-queries';
import { difference, fixedBecause, toggled } from './role-rights';

const right = (id: number, needs: number[] = [], everybody = false): Right => ({
  id,
  group: 'bills',
  needs,
  everybody,
  money: false,
});
const orders = right(52, [], true);
const products = right(22);
const list = right(208, [22]);
const create = right(206, [22, 208]);
const rights = [orders, products, list, create];
const own = [22, 208, 206];
const role: ClientRole = { id: 101, name: 'Kasir', own: true, permission: [52, 22], people: 0, users: [] };

describe('rights of a role', () => {
  it('ticks what a right needs, and keeps it while it is needed', () => {
    const selection = toggled(new Set([52]), create, rights);
    expect([...selection].toSorted((a, b) => a - b)).toEqual([22, 52, 206, 208]);
    expect(fixedBecause(list, selection, rights, own)).toBe('needed');
    expect(fixedBecause(create, selection, rights, own)).toBeUndefined();
    const without = toggled(selection, create, rights);
    expect(fixedBecause(list, without, rights, own)).toBeUndefined();
    expect(fixedBecause(products, without, rights, own)).toBe('needed');
  });

  it('fixes what everybody has and what the user lacks', () => {
    expect(fixedBecause(orders, new Set(), rights, own)).toBe('everybody');
    expect(fixedBecause(products, new Set(), rights, [208])).toBe('lacking');
  });

  it('says what is added and removed', () => {
    const { added, removed } = difference(role, new Set([52, 208]), rights);
    expect(added).toEqual([list]);
    expect(removed).toEqual([products]);
  });
});
