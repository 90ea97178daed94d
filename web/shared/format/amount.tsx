import { Fragment } from 'react';

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
      {breakable(parts.figure)}
    </span>
  );
}

/** The figure with places after its dots where a narrow cell may break it; elsewhere amounts never break. */
function breakable(figure: string) {
  return figure.split(/(?<=\.)/u).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts have no other name
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
