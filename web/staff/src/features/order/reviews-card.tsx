import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { type StaffOrderDetail, takeReviewsOptions } from '@/orders/order-queries';
import { nameOf, orderWords } from '@/orders/order-words';
import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { useZones } from '@shared/format/display-zone';
import { formatFollowingTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { Card } from '@shared/ui/card';
import { ProgressButton } from '@shared/ui/progress-button';
import { StatusPill } from '@shared/ui/status-pill';

import { CloseDialog } from './close-dialog';
import { orderTexts } from './order-texts';
import classes from './order.module.css';

/** What about the order needs or needed a decision, and who works on it. */
export function OrderReviewsCard({ order }: { order: StaffOrderDetail }) {
  const texts = useTexts(orderTexts).reviews;
  const stateTexts = useTexts(orderWords);
  const language = useLanguage();
  const { shown } = useZones();
  const open = order.reviews.some(({ resolvedAt }) => resolvedAt === null);
  return (
    <Card title={texts.title}>
      <ul className={classes['entries']}>
        {order.reviews.map(({ kind, detail, createdAt, owner, resolvedAt, resolution }) => (
          <li key={kind} className={classes['entry']}>
            <span className={classes['strong']}>{stateTexts.reviews[kind]}</span>
            <time className={classes['time']} dateTime={createdAt}>
              {formatFollowingTime(createdAt, order.createdAt, shown, language)}
            </time>
            {detail !== '' && <p className={`${classes['entryText']} ${classes['small']}`}>{detail}</p>}
            <span className={classes['outcome']}>
              <StatusPill tone={resolvedAt === null ? 'waiting' : 'done'}>
                {resolvedAt === null ? texts.open : texts.closed}
              </StatusPill>
              <span className={classes['small']}>
                {resolvedAt === null && (owner === '' ? texts.nobody : texts.owner(nameOf(owner)))}
                {resolvedAt !== null && resolution}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {open && <ReviewButtons order={order} />}
    </Card>
  );
}

function ReviewButtons({ order }: { order: StaffOrderDetail }) {
  const texts = useTexts(orderTexts).reviews;
  const allowed = useHasPermission(permission.orderSettle);
  const take = useMutation(takeReviewsOptions());
  const [closing, setClosing] = useState(false);
  if (!allowed) return null;
  return (
    <div className={classes['buttons']}>
      <ProgressButton
        variant="default"
        sending={take.isPending}
        sendingLabel={texts.taking}
        onPress={() => take.mutate(order.orderId)}
      >
        {texts.take}
      </ProgressButton>
      {order.status !== 'pending' && (
        <Button variant="default" onClick={() => setClosing(true)}>
          {texts.close}
        </Button>
      )}
      <CloseDialog opened={closing} orderId={order.orderId} onClose={() => setClosing(false)} />
    </div>
  );
}
