import { Button } from '@mantine/core';

import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';

import { hourStates } from './order-hours';
import type { HourCount } from '../order-queries';
import classes from './orders-by-hour.module.css';
import { ordersTexts } from '../orders-texts';

interface HourFiguresProps {
  title: string;
  hour: HourCount;
  /** The whole hour, or the part of one state. */
  onPick: (part: number | null) => void;
}

/** What touch has instead of a hover: the figures of the bar that was tapped, each of them a way to its orders. */
export function HourFigures({ title, hour, onPick }: HourFiguresProps) {
  const texts = useTexts(ordersTexts);
  const all = hourStates.reduce((sum, state) => sum + hour[state], 0);
  return (
    <div className={classes['touched']}>
      <span className={classes['title']}>{title}</span>
      <Button variant="default" size="lg" disabled={all === 0} onClick={() => onPick(null)}>
        {texts.hours.every} {groupThousands(all)}
      </Button>
      {hourStates.map((state, part) => (
        <Button key={state} variant="default" size="lg" disabled={hour[state] === 0} onClick={() => onPick(part)}>
          {texts.status[state]} {groupThousands(hour[state])}
        </Button>
      ))}
    </div>
  );
}
