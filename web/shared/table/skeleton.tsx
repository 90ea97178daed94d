import type { ListColumns, SkeletonShape } from './columns';
import { firstRows } from './first-rows';
import classes from './skeleton.module.css';

// The blocks have different widths, like texts.
const widths = ['92%', '78%', '100%', '70%', '85%'] as const;

function widthOf(row: number, column: number) {
  return { inlineSize: widths[(row * 2 + column) % widths.length] };
}

/** Placeholder rows with the height of real rows. */
export function SkeletonCells<Row extends object>({ columns, rows }: { columns: ListColumns<Row>; rows: number }) {
  return numbers(rows).map((row) => (
    <tr key={row} className={classes['row']} aria-hidden>
      {columns.map((column, index) => (
        <td key={column.id} data-align={column.look?.align}>
          <Blocks shape={column.look?.skeleton ?? 'line'} row={row} column={index} />
        </td>
      ))}
    </tr>
  ));
}

function Blocks({ shape, row, column }: { shape: SkeletonShape; row: number; column: number }) {
  if (shape === 'two-lines') {
    return (
      <span className={classes['lines']}>
        <span className={classes['line']} style={widthOf(row, column)} />
        <span className={classes['caption']} style={widthOf(row + 1, column + 1)} />
      </span>
    );
  }
  if (shape === 'line') return <span className={classes['line']} style={widthOf(row, column)} />;
  return <span className={classes[shape]} />;
}

/** Placeholder rows of a phone: three lines and a pill. */
export function SkeletonListRow({ rows }: { rows: number }) {
  return numbers(rows).map((row) => (
    <li key={row} className={classes['phoneRow']} aria-hidden>
      <span className={classes['line']} style={widthOf(row, 0)} />
      <span className={classes['line']} />
      <span className={classes['caption']} style={widthOf(row, 1)} />
      <span className={classes['pill']} />
      <span className={classes['caption']} style={widthOf(row, 2)} />
      <span className={classes['caption']} />
    </li>
  ));
}

/** No more than are seen: a long page of blocks would delay the first paint. */
function numbers(count: number): number[] {
  return Array.from({ length: Math.min(count, firstRows) }, (_, index) => index);
}
