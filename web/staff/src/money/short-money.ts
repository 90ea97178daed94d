import { groupThousands } from '@shared/format/rupiah';

const million = 1_000_000;
const thousand = 1000;

/** Formats an amount for an axis: '8.000 jt', '500 rb', '0'. */
export function shortMoney(value: number): string {
  const size = Math.abs(value);
  if (size >= million && size % million === 0) return `${groupThousands(value / million)} jt`;
  if (size >= thousand && size % thousand === 0) return `${groupThousands(value / thousand)} rb`;
  return groupThousands(value);
}
