const perMille = 1000;
const perPercent = 10;

/** Formats a percentage with a decimal comma: '98,3%'. Zero of zero is '0,0%'. */
export function percent(part: number, whole: number): string {
  const tenths = whole === 0 ? 0 : Math.round((part * perMille) / whole);
  return `${Math.floor(tenths / perPercent)},${tenths % perPercent}%`;
}
