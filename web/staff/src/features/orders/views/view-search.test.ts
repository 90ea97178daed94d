import { expect, test } from 'vitest';

import { orderSearchSchema } from '../order-search';
import { searchOf, viewOf } from './view-search';

const searchWith = (given: Record<string, unknown>) => orderSearchSchema.parse(given);

test('a view has the filters without the days and the page', () => {
  const search = searchWith({ status: 'pending', minAge: '3600', dateStart: '2026-11-01', page: '3', cursors: '17' });
  expect(viewOf(search)).toBe('status=pending&minAge=3600');
  expect(viewOf(searchWith({ dateStart: '2026-11-01' }))).toBe('');
});

test('a view leads to the same filters, without those that the list does not have', () => {
  const search = searchWith({ supplier: 'digiflazz-a', amountFrom: '10000' });
  expect(searchOf(viewOf(search))).toEqual(search);
  expect(searchOf('status=lost&colour=red')).toEqual(searchWith({}));
});
