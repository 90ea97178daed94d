import { expect, it } from 'vitest';

import { firstKeysetPage, keysetPageAfter, keysetPageBefore } from './keyset-page';

const idOf = (row: string) => row;

it('goes on after the last row of a full page, and ends at a short one', () => {
  expect(keysetPageAfter(undefined, ['c', 'b'], 2, idOf)).toEqual({ page: 2, before: 'b', after: undefined });
  expect(keysetPageAfter(7, ['c', 'b'], 2, idOf)).toEqual({ page: 8, before: 'b', after: undefined });
  expect(keysetPageAfter(7, ['c'], 2, idOf)).toBeNull();
  expect(keysetPageAfter(7, [], 2, idOf)).toBeNull();
});

it('goes back before the first row, and to the first page without a cursor', () => {
  expect(keysetPageBefore(undefined, ['c'], idOf)).toBeNull();
  expect(keysetPageBefore(2, ['c'], idOf)).toEqual(firstKeysetPage);
  expect(keysetPageBefore(3, ['c', 'b'], idOf)).toEqual({ page: 2, before: undefined, after: 'c' });
  // A page past the end has no row to go back from: the page number finds the position.
  expect(keysetPageBefore(3, [], idOf)).toEqual({ page: 2, before: undefined, after: undefined });
});
