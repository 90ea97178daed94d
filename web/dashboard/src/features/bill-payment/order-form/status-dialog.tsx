import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';

import { Amount } from '@shared/format/amount';
import { useZones } from '@shared/format/display-zone';
import { formatLongDateTime, emptyMark } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot } from '@shared/overlay/dialog-parts';
import { Fact, Facts } from '@shared/ui/facts';
import { useHasPermission } from '@/session/current-user';
import { permission } from '@/session/permissions';

import type { CreatedOrder } from './order-queries';
import classes from './status-dialog.module.css';
import parts from './form-parts.module.css';
import { createTexts } from './create-texts';

interface StatusDialogProps {
  order: CreatedOrder;
  opened: boolean;
  onClose: () => void;
  onHistory: () => void;
}

/** Transaction Status: the order that was just made. */
export function StatusDialog({ order, opened, onClose, onHistory }: StatusDialogProps) {
  const formTexts = useTexts(createTexts);
  const texts = formTexts.status;
  const language = useLanguage();
  const mayList = useHasPermission(permission.scheduledOrderList);
  const zones = useZones();
  const when = (moment: string | null) =>
    moment === null ? emptyMark : formatLongDateTime(moment, zones.shown, language);
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.title} size="detail">
      <DialogBody>
        <p className={classes['created']}>
          <IconCircleCheck aria-hidden />
          {texts.created}
        </p>
        {order.waitsFor === 'approval' && <p>{texts.waits}</p>}
        <Facts>
          <Fact name={texts.id}>{order.id}</Fact>
          <Fact name={texts.name}>{order.name}</Fact>
          <Fact name={texts.product}>{order.productName}</Fact>
          <Fact name={texts.code}>
            <span className={parts['number']}>{order.productCode}</span>
          </Fact>
          <Fact name={texts.destinations}>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it */}
            <span className={classes['numbers']} tabIndex={0} role="group" aria-label={texts.destinations}>
              {order.destinationNos.join(', ')}
            </span>
          </Fact>
          <Fact name={texts.amount}>{order.amount === null ? emptyMark : <Amount value={order.amount} />}</Fact>
          <Fact name={texts.price}>
            {order.estimatedPrice === null ? emptyMark : <Amount value={order.estimatedPrice} />}
          </Fact>
          <Fact name={texts.createdAt}>{when(order.createdAt)}</Fact>
          <Fact name={texts.scheduledAt}>{when(order.scheduledAt)}</Fact>
          <Fact name={texts.interval}>{order.interval === null ? formTexts.oneTime : formTexts.monthly}</Fact>
          <Fact name={texts.endsAt}>{when(order.endsAt)}</Fact>
        </Facts>
      </DialogBody>
      <DialogFoot>
        <DialogCancel label={texts.close} />
        <Button disabled={!mayList} onClick={onHistory}>
          {texts.history}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
