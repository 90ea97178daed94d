/** Formats a figure with at most one decimal: '1,5', '1.234'. In both languages as amounts are written, so that a page uses a dot in one way. */
export function formatDecimal(value: number): string {
  return new Intl.NumberFormat('id', { maximumFractionDigits: 1 }).format(value);
}
