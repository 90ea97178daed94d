import { prefixGap, type RupiahPrefix, rupiahParts, type SignRule } from './rupiah';
import classes from './format.module.css';

export interface AmountProps {
  /** Whole rupiah. */
  value: number;
  /** How the area writes its currency; 'Rp.' unless its texts say 'Rp'. */
  prefix?: RupiahPrefix;
  /** `always` also marks money that comes in, for rows of history. */
  sign?: SignRule;
}

/** An amount with its unit set back, in one piece: it is selected, copied and read aloud as 'Rp.49.875'. */
export function Amount({ value, prefix = 'Rp.', sign = 'negative' }: AmountProps) {
  const parts = rupiahParts(value, prefix, sign);
  return (
    <span className={classes['amount']}>
      {parts.sign}
      <span className={classes['prefix']} data-prefix={prefix}>
        {parts.prefix}
        {prefixGap(prefix)}
      </span>
      {parts.figure}
    </span>
  );
}
