import { useTexts } from '@shared/i18n/texts';

import { ordersTexts } from '../orders-texts';
import { LimitButton } from './limit-button';

interface ScheduledOrderLimitProps {
  id: string;
  onTakeAway: () => void;
}

/** Names the scheduled order that the list is limited to, with a button that removes the limit. */
export function ScheduledOrderLimit({ id, onTakeAway }: ScheduledOrderLimitProps) {
  const { scheduled } = useTexts(ordersTexts);
  return (
    <LimitButton
      only={scheduled.only}
      limit={scheduled.one(id)}
      label={scheduled.takeAway(id)}
      onTakeAway={onTakeAway}
    />
  );
}
