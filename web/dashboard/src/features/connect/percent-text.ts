/** Writes per cent with a decimal comma, as all figures: 10.3 is '10,3%', 12 is '12%'. */
export function percentText(value: number): string {
  return `${String(value).replace('.', ',')}%`;
}
