import { expect, it } from 'vitest';

import { firstPlace, placeAfter, placeBefore } from './keyset-place';

const idOf = (row: string) => row;

it('goes on after the last row of a full page, and ends at a short one', () => {
  expect(placeAfter(undefined, ['c', 'b'], 2, idOf)).toEqual({ page: 2, before: 'b', after: undefined });
  expect(placeAfter(7, ['c', 'b'], 2, idOf)).toEqual({ page: 8, before: 'b', after: undefined });
  expect(placeAfter(7, ['c'], 2, idOf)).toBeNull();
  expect(placeAfter(7, [], 2, idOf)).toBeNull();
});

it('goes back before the first row, and to the first page without a cursor', () => {
  expect(placeBefore(undefined, ['c'], idOf)).toBeNull();
  expect(placeBefore(2, ['c'], idOf)).toEqual(firstPlace);
  expect(placeBefore(3, ['c', 'b'], idOf)).toEqual({ page: 2, before: undefined, after: 'c' });
  // A page past the end has no row to go back from: the page number finds the place.
  expect(placeBefore(3, [], idOf)).toEqual({ page: 2, before: undefined, after: undefined });
});
