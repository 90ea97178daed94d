import { createColumnHelper, metaHelper, tableFeatures, type ColumnDef } from '@tanstack/react-table';

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

// Sorting, filtering and paging are done by the server, so no feature of the library is on.
const features = tableFeatures({ columnMeta: metaHelper<ColumnLook>() });

/** TanStack Table without its features. */
export type ListFeatures = typeof features;

/** Columns of a list of `Row`. */
export type ListColumns<Row extends object> = ReadonlyArray<ColumnDef<ListFeatures, Row>>;

/** For calls of `useTable`. */
export const listFeatures = features;

/** Returns the helper that defines columns for rows of one type. Call it at module level. */
export function columnsFor<Row extends object>() {
  return createColumnHelper<ListFeatures, Row>();
}
