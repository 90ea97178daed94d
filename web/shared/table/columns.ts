import { createColumnHelper, metaHelper, tableFeatures, type ColumnDef } from '@tanstack/react-table';

/** The shape of a cell while its data is on its way, so that nothing jumps when it comes. */
export type SkeletonShape = 'two-lines' | 'line' | 'pill' | 'icon';

/**
 * Where a column stands in the row of a phone: `title` first and strong (the first column, unless given), `plain`
 * beneath it, `labelled` with its head before it (what is not given), `end` at the right, as an action is.
 */
export type PhonePlace = 'title' | 'plain' | 'labelled' | 'end' | 'hidden';

/** What a column tells the table about its look. Columns stand at module level, so texts come from components. */
export interface ColumnLook {
  /** Width in rem; columns without one share the rest. */
  width?: number;
  /** Width in rem where the table is as narrow as it gets; between the two the column grows with the card. */
  narrow?: number;
  /** Figures stand right, with their head. */
  align?: 'end';
  skeleton?: SkeletonShape;
  phone?: PhonePlace;
}

// No feature of the library is on: the server sorts, filters and pages.
const features = tableFeatures({ columnMeta: metaHelper<ColumnLook>() });

/** The library's features that our tables use. */
export type ListFeatures = typeof features;

/** Columns of a list of `Row`. */
export type ListColumns<Row extends object> = ReadonlyArray<ColumnDef<ListFeatures, Row>>;

/** The features, for `useTable` alone. */
export const listFeatures = features;

/** Makes columns for rows of one type; call it at module level. */
export function columnsFor<Row extends object>() {
  return createColumnHelper<ListFeatures, Row>();
}
