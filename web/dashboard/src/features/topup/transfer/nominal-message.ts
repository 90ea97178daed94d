import { formatRupiah } from '@shared/format/rupiah';

import { minNominal, type NominalProblem, nominalStep } from '../topup-rules';
import type { TransferTexts } from './transfer-texts';

/** Says what is wrong with a nominal (docs/product/deposits.md#bank-transfer). */
export function nominalMessage(
  problem: NominalProblem | null,
  max: number | undefined,
  texts: TransferTexts,
): string | null {
  if (problem === null) return null;
  const messages: Record<NominalProblem, string> = {
    missing: texts.nominalMissing,
    low: texts.nominalLow(formatRupiah(minNominal, 'Rp')),
    high: texts.nominalHigh(formatRupiah(max ?? 0, 'Rp')),
    uneven: texts.nominalUneven(formatRupiah(nominalStep, 'Rp')),
  };
  return messages[problem];
}
