import { groupThousands } from '@shared/format/rupiah';

import type { StackColumn, StackSeries } from './stack-layout';
import classes from './stacked-bars.module.css';

interface ChartTableProps {
  label: string;
  /** Heading of the first column. */
  head: string;
  series: readonly StackSeries[];
  columns: readonly StackColumn[];
}

/** The figures of a chart as a table, for screen readers. */
export function ChartTable({ label, head, series, columns }: ChartTableProps) {
  return (
    <div className={classes['hidden']}>
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {series.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <tr key={column.key}>
              <th scope="row">{column.title}</th>
              {series.map(({ id }, index) => (
                <td key={id}>{groupThousands(column.values[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
