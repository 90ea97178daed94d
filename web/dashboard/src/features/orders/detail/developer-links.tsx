import { Link } from '@tanstack/react-router';

import { useHasPermission } from '@/session/current-user';
import { permission } from '@/session/permissions';
import { todayIn } from '@shared/format/calendar-day';
import { useZones } from '@shared/format/display-zone';
import { useTexts } from '@shared/i18n/texts';
import { DrawerPart } from '@shared/overlay/side-drawer';

import type { OrderDetail } from '../order-queries';
import { orderDetailTexts } from './order-detail-texts';
import classes from './order-detail.module.css';

/** For developers, of an order that a program placed: its requests of the day, and what was sent about it. */
export function DeveloperLinks({ order }: { order: OrderDetail }) {
  const texts = useTexts(orderDetailTexts).developers;
  const { shown } = useZones();
  const allowed = useHasPermission(permission.webhookManage);
  const byProgram = order.history.some(({ event, channel }) => event === 'placed' && channel === 'h2h');
  if (!allowed || !byProgram) return null;
  const query = order.clientRef;
  return (
    <DrawerPart>
      <nav className={classes['links']} aria-label={texts.label}>
        <Link to="/profile/developers/requests" search={{ query, day: todayIn(shown, new Date(order.createdAt)) }}>
          {texts.requests}
        </Link>
        <Link to="/profile/developers" search={{ query }}>
          {texts.deliveries}
        </Link>
      </nav>
    </DrawerPart>
  );
}
