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
  /** Picks the whole hour, or the part of one status. */
  onPick: (part: number | null) => void;
}

/** The figures of the tapped bar, for touch screens, which have no hover. Each figure limits the list to its orders. */
export function HourFigures({ title, hour, onPick }: HourFiguresProps) {
  const texts = useTexts(ordersTexts);
  const total = hourStates.reduce((sum, state) => sum + hour[state], 0);
  return (
    <div className={classes['touched']}>
      <span className={classes['title']}>{title}</span>
      <Button variant="default" size="lg" disabled={total === 0} onClick={() => onPick(null)}>
        {texts.hours.every} {groupThousands(total)}
      </Button>
      {hourStates.map((state, part) => (
        <Button key={state} variant="default" size="lg" disabled={hour[state] === 0} onClick={() => onPick(part)}>
          {texts.status[state]} {groupThousands(hour[state])}
        </Button>
      ))}
    </div>
  );
}
