/**
 * The widths at which the page changes, by the names that CSS knows them by: `@media (--phone)`. Media queries can't
 * read custom properties, so the build writes the numbers in their place.
 */
export const breakpoints = {
  /** Lists are rows, filters are a sheet, dialogs take the whole screen. */
  phone: '(max-width: 47.99em)',
  /** One column where there were two. */
  tablet: '(max-width: 61.99em)',
  /** The sidebar stands open. */
  wide: '(min-width: 75em)',
} as const;
