import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';

import { useTexts } from '@shared/i18n/texts';

import { percentText } from '../percent-text';
import { analyticsTexts } from './analytics-texts';
import classes from './analytics.module.css';

/**
 * A change in per cent with its arrow. No change at all is shown as down on the cards of totals, and as up in rankings
 * (docs/product/analytics.md#ranges).
 */
export function Change({ value, unchanged }: { value: number; unchanged: 'up' | 'down' }) {
  const texts = useTexts(analyticsTexts);
  const isUp = value > 0 || (value === 0 && unchanged === 'up');
  const Arrow = isUp ? IconArrowUpRight : IconArrowDownRight;
  return (
    <span className={classes['change']} data-down={!isUp || undefined}>
      <Arrow aria-hidden />
      <span className={classes['hidden']}>{isUp ? texts.up : texts.down} </span>
      {percentText(Math.abs(value))}
    </span>
  );
}
