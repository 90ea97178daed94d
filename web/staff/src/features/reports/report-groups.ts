import type { ReportRow, Sums } from './report-queries';

/** Products of one group with their sums. */
export interface RowGroup {
  group: string;
  sums: Sums;
  rows: readonly ReportRow[];
}

/** Puts products together by their groups, the greatest amount first. */
export function groupRows(rows: readonly ReportRow[]): RowGroup[] {
  const names = new Set(rows.map(({ group }) => group));
  return [...names]
    .map((name) => ({ group: name, rows: rows.filter(({ group }) => group === name) }))
    .map(({ group, rows: inGroup }) => ({ group, sums: sumOf(inGroup), rows: inGroup }))
    .toSorted((a, b) => b.sums.amount - a.sums.amount);
}

function sumOf(rows: readonly ReportRow[]): Sums {
  const sum = (name: keyof Sums) => rows.reduce((all, row) => all + row[name], 0);
  return {
    orders: sum('orders'),
    amount: sum('amount'),
    cost: sum('cost'),
    margin: sum('margin'),
    failed: sum('failed'),
    refunds: sum('refunds'),
    refunded: sum('refunded'),
    refundedCost: sum('refundedCost'),
    belowCost: sum('belowCost'),
    loss: sum('loss'),
    uncosted: sum('uncosted'),
  };
}
