import { expect, it } from 'vitest';

import { cursorOf, filtersOf, orderSearchSchema, pageAfter, pageBefore, pageOf } from './order-search';

it('asks for what is valid alone', () => {
  const search = orderSearchSchema.parse({
    clientId: '1001',
    amountFrom: '10250',
    status: 'lost',
    minAge: '900',
    product: 'TSEL10',
  });
  expect(filtersOf(search)).toEqual({ clientId: 1001, amountFrom: 10_250, minAge: 900, product: 'TSEL10' });
});

it('goes through the pages and back', () => {
  const first = orderSearchSchema.parse({ status: 'failed' });
  expect(pageBefore(first)).toBeNull();
  expect(pageAfter(first, '')).toBeNull();
  const second = pageAfter(first, '12');
  const third = second && pageAfter(second, '7');
  expect(third).toMatchObject({ cursors: '12-7', status: 'failed' });
  expect(third && [cursorOf(third), pageOf(third)]).toEqual(['7', 3]);
  expect(third && pageBefore(third)).toMatchObject({ cursors: '12' });
  expect(second && pageBefore(second)?.cursors).toBeUndefined();
});
