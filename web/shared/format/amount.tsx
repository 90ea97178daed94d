import { Fragment } from 'react';

import { prefixGap, type RupiahPrefix, rupiahParts, type SignRule } from './rupiah';
import classes from './format.module.css';

export interface AmountProps {
  /** Whole rupiah; null for an amount that the user may not see, which is a dash. */
  value: number | null;
  /** The currency as this area writes it; 'Rp.' by default. */
  prefix?: RupiahPrefix;
  /** `always` also shows a plus before incoming money. */
  sign?: SignRule;
}

/** An amount with a muted currency prefix. Selecting, copying and reading aloud give it as one text: 'Rp.49.875'. */
export function Amount({ value, prefix = 'Rp.', sign = 'negative' }: AmountProps) {
  if (value === null) return <span className={classes['amount']}>–</span>;
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

/** The figure with possible line breaks after its dots, for narrow cells. */
function breakable(figure: string) {
  return figure.split(/(?<=\.)/u).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts have no other name
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
