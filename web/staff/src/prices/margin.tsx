import { percent } from '@shared/format/percent';
import { AmountCell, EmptyValue, TwoLines } from '@shared/table/cells';

import classes from './prices.module.css';

/** What is left of a price after the cost, also as a share of the price. Below cost it is red, with its minus sign. */
export function Margin({ price, cost }: { price: number; cost: number | null }) {
  if (cost === null) return <EmptyValue />;
  const margin = price - cost;
  const share = price === 0 ? undefined : `${margin < 0 ? '−' : ''}${percent(Math.abs(margin), price)}`;
  return (
    <span className={classes['margin']} data-negative={margin < 0 || undefined}>
      <TwoLines caption={share}>
        <AmountCell value={margin} prefix="Rp" />
      </TwoLines>
    </span>
  );
}
