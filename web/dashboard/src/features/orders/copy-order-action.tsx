import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';

import { useZones } from '@/shared/format/display-zone';
import { useLanguage } from '@/shared/i18n/language';
import { useTexts } from '@/shared/i18n/texts';
import { notifyError, notifySuccess } from '@/shared/notify/notify';
import { ActionCell } from '@/shared/table/cells';
import { copyToClipboard } from '@/shared/table/copy-to-clipboard';

import { orderCopyText } from './order-copy';
import type { Order } from './order-queries';
import classes from './orders.module.css';
import { ordersTexts } from './orders-texts';

/** Copies an order as text for a chat, and says so. */
export function useCopyOrder(): (order: Order) => Promise<void> {
  const texts = useTexts(ordersTexts);
  const language = useLanguage();
  const { shown } = useZones();
  return async (order) => {
    const copied = await copyToClipboard(orderCopyText(order, texts.copyText, shown, language));
    if (copied) notifySuccess(texts.copied);
    else notifyError({ title: texts.copyFailed });
  };
}

/** The actions of a row; Copy stays the last of them. */
export function CopyOrderAction({ order }: { order: Order }) {
  const texts = useTexts(ordersTexts);
  const copy = useCopyOrder();
  return (
    <ActionCell>
      <Tooltip label={texts.copy}>
        <ActionIcon aria-label={texts.copyOrder(order.orderId)} onClick={() => void copy(order)}>
          <IconCopy className={classes['icon']} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </ActionCell>
  );
}
