import { useZones } from '@shared/format/display-zone';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';

import { LimitButton } from '../list/limit-button';
import { ordersTexts } from '../orders-texts';
import { hourTitle } from './order-hours';
import classes from './orders-by-hour.module.css';

interface PickedHourProps {
  hour: string;
  onTakeAway: () => void;
}

/** Names the hour that the list is limited to, with a button that removes the limit. */
export function PickedHour({ hour, onTakeAway }: PickedHourProps) {
  const { hours } = useTexts(ordersTexts);
  const title = hourTitle(hour, useZones().shown, useLanguage());
  return (
    <div className={classes['picked']}>
      <LimitButton only={hours.only} limit={title} label={hours.takeAway(title)} onTakeAway={onTakeAway} />
    </div>
  );
}
