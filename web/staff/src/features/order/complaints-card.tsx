import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { type OrderComplaint, orderComplaintsOptions } from '@/orders/complaint-queries';
import type { StaffOrderDetail } from '@/orders/order-queries';
import { nameOf } from '@/orders/order-words';
import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { complaintTexts, complaintTones } from '@shared/format/complaint-texts';
import { useZones } from '@shared/format/display-zone';
import { formatFollowingTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { Card } from '@shared/ui/card';
import { StatusPill } from '@shared/ui/status-pill';

import { orderComplaintTexts } from './complaint-texts';
import classes from './order.module.css';

const AnswerDialog = lazyDialog(async () => (await import('./answer-dialog')).AnswerDialog);

/** What the client complained of about the order, and what staff answered. Without a complaint there is no card. */
export function ComplaintsCard({ order }: { order: StaffOrderDetail }) {
  const texts = useTexts(orderComplaintTexts);
  const { data } = useQuery(orderComplaintsOptions(order.orderId));
  if (data === undefined || data.length === 0) return null;
  const open = data.find(({ state }) => state !== 'closed');
  return (
    <Card title={texts.title}>
      <ul className={classes['entries']}>
        {data.map((complaint) => (
          <Complaint key={complaint.number} complaint={complaint} placedAt={order.createdAt} />
        ))}
      </ul>
      {open && <AnswerButton order={order} complaint={open} />}
    </Card>
  );
}

function Complaint({ complaint, placedAt }: { complaint: OrderComplaint; placedAt: string }) {
  const texts = useTexts(orderComplaintTexts);
  const stateTexts = useTexts(complaintTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const { reason, text, openedBy, openedAt, state, result, answers } = complaint;
  return (
    <li className={classes['entry']}>
      <span className={classes['strong']}>{stateTexts.reasons[reason]}</span>
      <time className={classes['time']} dateTime={openedAt}>
        {formatFollowingTime(openedAt, placedAt, shown, language)}
      </time>
      {text !== '' && <p className={classes['entryText']}>{text}</p>}
      <span className={classes['outcome']}>
        <StatusPill tone={complaintTones[state]}>{stateTexts.states[state]}</StatusPill>
        <span className={classes['small']}>
          {result === undefined ? texts.by(openedBy) : stateTexts.results[result]}
        </span>
      </span>
      {answers.map(({ author, name, text: answer, at }) => (
        <p key={at} className={`${classes['entryText']} ${classes['small']}`}>
          {texts.answered(name || nameOf(author), formatFollowingTime(at, placedAt, shown, language))} {answer}
        </p>
      ))}
    </li>
  );
}

function AnswerButton({ order, complaint }: { order: StaffOrderDetail; complaint: OrderComplaint }) {
  const texts = useTexts(orderComplaintTexts);
  const allowed = useHasPermission(permission.orderSettle);
  const [opened, setOpened] = useState(false);
  if (!allowed) return null;
  return (
    <div className={classes['buttons']}>
      <Button variant="default" onClick={() => setOpened(true)}>
        {texts.open}
      </Button>
      <AnswerDialog opened={opened} order={order} complaint={complaint} onClose={() => setOpened(false)} />
    </div>
  );
}
