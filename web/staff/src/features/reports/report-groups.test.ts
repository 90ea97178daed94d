import { expect, test } from 'vitest';

import { groupRows } from './report-groups';
import type { ReportRow } from './report-queries';

function row(key: string, group: string, amount: number): ReportRow {
  const none = { failed: 0, refunds: 0, refunded: 0, refundedCost: 0, belowCost: 0, loss: 0, uncosted: 0 };
  return { ...none, key, name: key, group, orders: 1, amount, cost: amount - 1, margin: 1 };
}

test('products stand under the sums of their groups', () => {
  const groups = groupRows([row('a', 'mobile', 5), row('b', 'game', 9), row('c', 'mobile', 7)]);
  expect(groups.map(({ group, sums, rows }) => [group, sums.amount, sums.margin, rows.length])).toEqual([
    ['mobile', 12, 2, 2],
    ['game', 9, 1, 1],
  ]);
});
