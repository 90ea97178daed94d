import { useTexts } from '@shared/i18n/texts';
import { FollowedBadge, StatusPill } from '@shared/ui/status-pill';

import type { StaffOrder } from './order-queries';
import { orderTones, orderWords } from './order-words';

/** The state of an order, and that its money went back after a success. */
export function OrderStatus({ order }: { order: Pick<StaffOrder, 'status' | 'refunded'> }) {
  const texts = useTexts(orderWords);
  return (
    <>
      <StatusPill tone={orderTones[order.status]}>{texts.status[order.status]}</StatusPill>
      {order.refunded && <FollowedBadge>{texts.refunded}</FollowedBadge>}
    </>
  );
}
