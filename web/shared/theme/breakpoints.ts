/**
 * The widths at which the layout changes, by their names in CSS: `@media (--phone)`. Media queries cannot use custom
 * properties, so the build inserts the values.
 */
export const breakpoints = {
  /** Lists show rows instead of tables, filters open in a sheet, dialogs fill the screen. */
  phone: '(max-width: 47.99em)',
  /** One column instead of two. */
  tablet: '(max-width: 61.99em)',
  /** The sidebar is open. */
  wide: '(min-width: 75em)',
} as const;
