import { expect, test } from 'vitest';

import { shortMoney } from './short-money';

test.each([
  [0, '0'],
  [500, '500'],
  [500_000, '500 rb'],
  [8_000_000_000, '8.000 jt'],
])('%d is %s', (value, text) => {
  expect(shortMoney(value)).toBe(text);
});
