import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { todayIn } from '@shared/format/calendar-day';
import { useZones } from '@shared/format/display-zone';
import { useToday } from '@shared/format/use-today';
import { useTexts } from '@shared/i18n/texts';

import type { ScheduledOrder } from '../list-queries';
import { isCancelable } from '../list/scheduled-rules';
import { CancelOrder } from './cancel-order';
import { detailTexts } from './detail-texts';

/** What can be done with a scheduled order in its state. */
export function OrderActions({ order }: { order: ScheduledOrder }) {
  return (
    <>
      {isCancelable(order) && <CancelOrder order={order} />}
      {order.status !== 'draft' && <PlacedOrders order={order} />}
    </>
  );
}

/** Leads to the orders of the run in Order History. */
function PlacedOrders({ order }: { order: ScheduledOrder }) {
  const texts = useTexts(detailTexts);
  const { client } = useZones();
  const today = useToday(client);
  const words = order.status === 'scheduled' ? texts.actions.viewDetail : texts.actions.viewBulk;
  if (order.executedAt === null) {
    // A cancelled order that never ran has no orders at all.
    if (order.status !== 'scheduled') return null;
    return (
      <Button variant="default" disabled title={texts.nothingPlaced}>
        {words}
      </Button>
    );
  }
  const search = {
    dateStart: todayIn(client, new Date(order.executedAt)),
    dateEnd: order.endedAt === null ? today : todayIn(client, new Date(order.endedAt)),
  };
  return (
    <Button
      variant="default"
      renderRoot={(props) => <Link {...props} to="/orders/{-$type}" params={{ type: undefined }} search={search} />}
    >
      {words}
    </Button>
  );
}
