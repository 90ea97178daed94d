import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';

import { useZones } from '@shared/format/display-zone';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { useNarrow } from '@shared/ui/use-narrow';

import { hourTitle } from './order-hours';
import classes from './orders-by-hour.module.css';
import { ordersTexts } from '../orders-texts';

interface PickedHourProps {
  hour: string;
  onTakeAway: () => void;
}

/** Names the hour that the list is limited to, with a button that removes the limit. */
export function PickedHour({ hour, onTakeAway }: PickedHourProps) {
  const { hours } = useTexts(ordersTexts);
  const title = hourTitle(hour, useZones().shown, useLanguage());
  const narrow = useNarrow();
  return (
    <p className={classes['picked']}>
      {hours.only}
      <Button
        variant="default"
        size={narrow ? 'lg' : 'sm'}
        aria-label={hours.takeAway(title)}
        rightSection={<IconX className={classes['cross']} aria-hidden />}
        onClick={onTakeAway}
      >
        {title}
      </Button>
    </p>
  );
}
