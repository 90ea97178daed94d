import { Amount } from '@shared/format/amount';
import { useTexts } from '@shared/i18n/texts';
import { Fact, TotalFact } from '@shared/ui/facts';

import { receivedTexts } from './received-texts';
import { pointsText, taxOf } from './topup-rules';

interface ReceivedProps {
  /** What is transferred, in whole rupiah. */
  amount: number;
  /** What the bank takes of each payment. */
  fee?: number;
  /** What is withheld for WHT 22, in hundredths of a per cent; 0 is nothing. */
  points: number;
  /** Whether three digits, which are credited too, are still added to the amount. */
  digits?: boolean;
}

/** What is left of a top-up after fee and tax. For a list of facts. */
export function Received({ amount, fee = 0, points, digits = false }: ReceivedProps) {
  const texts = useTexts(receivedTexts);
  const tax = taxOf(amount, points);
  return (
    <>
      <Fact name={texts.fee}>{fee === 0 ? texts.noFee : <Amount value={-fee} prefix="Rp" />}</Fact>
      {points === 0 ? null : (
        <Fact name={texts.tax(pointsText(points))}>
          <Amount value={-tax} prefix="Rp" />
        </Fact>
      )}
      <TotalFact name={digits ? texts.receivedAndDigits : texts.received}>
        <Amount value={amount - fee - tax} prefix="Rp" />
      </TotalFact>
    </>
  );
}
