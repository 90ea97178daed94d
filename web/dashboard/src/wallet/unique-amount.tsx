import { groupThousands, prefixGap } from '@shared/format/rupiah';

import classes from './unique-amount.module.css';

const uniqueDigits = 3;

/**
 * An amount to transfer with its last three digits highlighted, by which the transfer is recognised. Selecting and
 * reading aloud give it as one text: 'Rp 10.000.417'.
 */
export function UniqueAmount({ value }: { value: number }) {
  const figure = groupThousands(value);
  return (
    <span className={classes['amount']}>
      <span className={classes['prefix']}>Rp{prefixGap('Rp')}</span>
      {figure.slice(0, -uniqueDigits)}
      <mark className={classes['unique']}>{figure.slice(-uniqueDigits)}</mark>
    </span>
  );
}
