import { Button } from '@mantine/core';

import { useZones } from '@shared/format/display-zone';
import { formatLongDateTime } from '@shared/format/local-time';
import { groupThousands } from '@shared/format/rupiah';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { Note } from '@shared/ui/note';

import { useCurrentUser } from '@/session/current-user';

import type { ScheduledOrder } from '../scheduled-order-queries';
import { scheduledDetailTexts } from './scheduled-detail-texts';
import classes from './detail.module.css';

interface OrderRemarksProps {
  order: ScheduledOrder;
  /** Opens the detail of another scheduled order. */
  onOpen: (id: string) => void;
}

/** What an order waits for, who decided about it, and the orders that belong to it. */
export function OrderRemarks({ order, onOpen }: OrderRemarksProps) {
  const texts = useTexts(scheduledDetailTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const isOwn = useCurrentUser()?.id === order.createdById;
  const { approval, retryOf, waitsFor } = order;
  const retry = order.retriedBy.at(-1);
  const decided = approval?.approved === true ? texts.approval.approved : texts.approval.rejected;
  return (
    <>
      {waitsFor === 'approval' && approval !== null && (
        <Note tone="warning">
          {isOwn && `${texts.approval.own} `}
          {texts.approval.until(formatLongDateTime(approval.expiresAt, shown, language))}
        </Note>
      )}
      {order.waitsForMoney && <Note tone="warning">{texts.waitsForMoney}</Note>}
      {!order.waitsForMoney && order.moneyEnded > 0 && (
        <Note tone="warning">{texts.moneyEnded(order.moneyEnded, groupThousands(order.moneyEnded))}</Note>
      )}
      {waitsFor === 'late' && <Note tone="warning">{texts.approval.late}</Note>}
      {typeof approval?.by === 'string' && <Note>{decided(approval.by)}</Note>}
      {retryOf !== null && <LinkedOrder text={texts.retryOf} id={retryOf} onOpen={onOpen} />}
      {retry !== undefined && <LinkedOrder text={texts.retriedBy} id={retry} onOpen={onOpen} />}
    </>
  );
}

function LinkedOrder({ text, id, onOpen }: { text: string; id: string; onOpen: (id: string) => void }) {
  const texts = useTexts(scheduledDetailTexts);
  return (
    <Note>
      <span className={classes['linked']}>
        {text}
        <Button variant="default" size="sm" onClick={() => onOpen(id)}>
          {texts.openOrder}
        </Button>
      </span>
    </Note>
  );
}
