import type { CSSProperties } from 'react';

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

/**
 * An amount with a muted currency prefix. Selecting, copying and reading aloud give it as one text: 'Rp.49.875'. A figure
 * never breaks: it gets smaller where it is wider than the part of the page that it stands in.
 */
export function Amount({ value, prefix = 'Rp.', sign = 'negative' }: AmountProps) {
  if (value === null) return <span className={classes['amount']}>–</span>;
  const parts = rupiahParts(value, prefix, sign);
  return (
    <span className={classes['amount']} style={widthIn(`${parts.sign}${parts.prefix}${parts.figure}`)}>
      {parts.sign}
      <span className={classes['prefix']} data-prefix={prefix}>
        {parts.prefix}
        {prefixGap(prefix)}
      </span>
      {/* The last resort, before a figure is cut. */}
      <wbr />
      <span className={classes['figure']}>{groupsOf(parts.figure)}</span>
    </span>
  );
}

/** A text for each group of digits, so that pictures of a screen can replace them one by one. */
function groupsOf(figure: string): string[] {
  return figure.split(/(?<=\.)/u);
}

const digitWidth = 0.62;
const otherWidth = 0.4;

/** The width of a text in its own font size, for the style sheet. */
function widthIn(text: string): CSSProperties {
  const digits = text.replaceAll(/\D/gu, '').length;
  const width = digits * digitWidth + (text.length - digits) * otherWidth;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- React's type knows no variables
  return { '--amount-width': width.toFixed(1) } as CSSProperties;
}
