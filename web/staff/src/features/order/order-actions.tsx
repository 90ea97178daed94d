import { Button } from '@mantine/core';
import { IconArrowBackUp, IconClipboardCheck, IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { checkOptions, type StaffOrderDetail } from '@/orders/order-queries';
import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { ProgressButton } from '@shared/ui/progress-button';

import { orderTexts } from './order-texts';
import { RefundDialog } from './refund-dialog';
import { SettleDialog } from './settle-dialog';

/** What the member of staff may do with the order as it is now. */
export function OrderActions({ order }: { order: StaffOrderDetail }) {
  const texts = useTexts(orderTexts).actions;
  const maySettle = useHasPermission(permission.orderSettle);
  const mayRefund = useHasPermission(permission.orderRefund);
  const [opened, setOpened] = useState<'settle' | 'refund'>();
  const wasSent = order.status === 'pending' && order.pending !== null && order.pending.state !== 'unsent';
  const close = () => setOpened(undefined);
  return (
    <>
      {mayRefund && order.status !== 'failed' && order.approvalId === '' && (
        <Button variant="default" leftSection={<IconArrowBackUp aria-hidden />} onClick={() => setOpened('refund')}>
          {texts.refund}
        </Button>
      )}
      {maySettle && wasSent && (
        <Button variant="default" leftSection={<IconClipboardCheck aria-hidden />} onClick={() => setOpened('settle')}>
          {texts.settle}
        </Button>
      )}
      {maySettle && wasSent && order.pending?.state !== 'call' && <CheckButton orderId={order.orderId} />}
      <RefundDialog opened={opened === 'refund'} order={order} onClose={close} />
      <SettleDialog opened={opened === 'settle'} order={order} onClose={close} />
    </>
  );
}

function CheckButton({ orderId }: { orderId: string }) {
  const texts = useTexts(orderTexts).actions;
  const { mutate, isPending } = useMutation({
    ...checkOptions(orderId),
    onSuccess: () => notifySuccess(texts.checked),
  });
  return (
    <ProgressButton
      leftSection={<IconRefresh aria-hidden />}
      sending={isPending}
      sendingLabel={texts.checking}
      onPress={() => mutate()}
    >
      {texts.check}
    </ProgressButton>
  );
}
