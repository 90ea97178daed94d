import { describe, expect, it } from 'vitest';

import type { DraftBanner } from './draft';
import { movedTo, newBanner, toggled, withFields } from './list-rules';

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
    expect(newBanner([banner(5, { name: 'banner 2' })])).toEqual(banner(6, { name: 'banner 3' }));
  });

  it('move to any place', () => {
    expect(movedTo(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(movedTo(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  });
});

it('marks at most four products popular', () => {
  expect(toggled(['a', 'b', 'c'], 'd')).toEqual(['a', 'b', 'c', 'd']);
  expect(toggled(['a', 'b', 'c', 'd'], 'e')).toBeNull();
  expect(toggled(['a', 'b', 'c', 'd'], 'b')).toEqual(['a', 'c', 'd']);
});
