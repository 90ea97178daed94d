import type { ReactNode } from 'react';

/** The skeleton of a cell. It has the size of the coming content, so that nothing moves when the data arrives. */
export type SkeletonShape = 'two-lines' | 'line' | 'pill' | 'icon';

/**
 * Where a column is shown in the row of a phone: `title` first and bold (the default of the first column), `plain`
 * below it, `labelled` with its head before it (the default of the others), `end` at the right, for actions.
 */
export type PhoneSlot = 'title' | 'plain' | 'labelled' | 'end' | 'hidden';

/** The layout of a column. Columns are defined at module level, so their texts come from components. */
export interface ColumnLook {
  /** Width in rem; columns without one share the remaining width. */
  width?: number;
  /** Width in rem in the narrowest table. The column grows with the table up to `width`. */
  minWidth?: number;
  /** Stays in sight while the table scrolls sideways: the first columns at the start, the last ones at the end. */
  fixed?: 'start' | 'end';
  /** Right-aligned, with the head. For figures. */
  align?: 'end';
  skeleton?: SkeletonShape;
  phone?: PhoneSlot;
}

/** A column of a list. Sorting, filtering and paging are done by the server. */
interface ListColumn<Row> {
  id: string;
  /** Returns the head. */
  header: () => ReactNode;
  /** Returns the cell of a row. It is called while the row renders: what needs hooks is a component of its own. */
  cell: (row: Row) => ReactNode;
  look?: ColumnLook;
}

/** Columns of a list of `Row`. Define them at module level: new ones on each render would render all rows again. */
export type ListColumns<Row extends object> = ReadonlyArray<ListColumn<Row>>;
