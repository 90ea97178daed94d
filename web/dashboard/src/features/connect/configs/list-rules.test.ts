import { describe, expect, it } from 'vitest';

import type { DraftBanner } from './shop-draft';
import { insertedAt, movedTo, newBanner, toggled, withFields } from './list-rules';

const banner = (id: number, fields: Partial<DraftBanner> = {}): DraftBanner => ({
  id,
  name: `banner ${id + 1}`,
  imageKey: '',
  imageUrl: '',
  active: false,
  href: '',
  ...fields,
});

describe('banners', () => {
  it('change alone, and only when they still exist', () => {
    const banners = [banner(0), banner(1, { href: 'https://one.example' })];
    expect(withFields(banners, 0, { imageKey: 'key' })).toEqual([banner(0, { imageKey: 'key' }), banners[1]]);
    expect(withFields(banners, 7, { imageKey: 'key' })).toEqual(banners);
  });

  it('begin inactive without an image, with a name and an id of their own', () => {
    expect(newBanner([])).toEqual(banner(0, { name: 'banner 1' }));
    expect(newBanner([banner(5, { name: 'banner 2' })])).toEqual(banner(6, { name: 'banner 1' }));
    // The number of a deleted one is free again.
    const rest = ['banner 1', ' banner 3', 'Promo'].map((name, id) => banner(id, { name }));
    expect(newBanner(rest)).toEqual(banner(3, { name: 'banner 2' }));
  });

  it('move to any place', () => {
    expect(movedTo(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(movedTo(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  });
});

it('puts a deleted banner back to its place, with an id of its own', () => {
  expect(insertedAt([banner(0), banner(2)], banner(1), 1)).toEqual([banner(0), banner(1), banner(2)]);
  expect(insertedAt([], banner(1), 1)).toEqual([banner(1)]);
  expect(insertedAt([banner(0), banner(1)], banner(1), 0).map(({ id }) => id)).toEqual([2, 0, 1]);
});

it('marks at most four offered products popular', () => {
  const all = new Set(['a', 'b', 'c', 'd', 'e']);
  expect(toggled(['a', 'b', 'c'], 'd', all)).toEqual(['a', 'b', 'c', 'd']);
  expect(toggled(['a', 'b', 'c', 'd'], 'e', all)).toBeNull();
  expect(toggled(['a', 'b', 'c', 'd'], 'b', all)).toEqual(['a', 'c', 'd']);
  // What staff took away does not count, makes room, and can be taken off.
  expect(toggled(['a', 'gone'], 'b', all)).toEqual(['a', 'gone', 'b']);
  expect(toggled(['a', 'gone', 'b', 'c'], 'd', all)).toEqual(['a', 'b', 'c', 'd']);
  expect(toggled(['a', 'gone'], 'gone', all)).toEqual(['a']);
});
