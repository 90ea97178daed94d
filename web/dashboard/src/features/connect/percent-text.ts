/** Writes per cent with a decimal comma and a minus sign, as all figures: 10.3 is '10,3%', -8.3 is '−8,3%'. */
export function percentText(value: number): string {
  return `${String(value).replace('.', ',').replace('-', '−')}%`;
}
