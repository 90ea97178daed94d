import { ActionIcon } from '@mantine/core';
import { IconCopy, IconReceipt } from '@tabler/icons-react';

import { useTexts } from '@shared/i18n/texts';
import { ActionCell } from '@shared/table/cells';
import { Tip } from '@shared/ui/tip';

import { receiptAnchor, useOrderLinks } from './order-links';
import type { Order } from '../order-queries';
import { hasReceipt } from '../order-status';
import { ordersTexts } from '../orders-texts';
import { useCopyOrder } from '../use-copy-order';

/** The actions of a row. Copy is always the last. Only successful orders have a receipt. */
export function OrderActions({ order, size = 'md' }: { order: Order; size?: 'md' | 'lg' }) {
  const texts = useTexts(ordersTexts);
  const copy = useCopyOrder();
  const { onReceipt } = useOrderLinks();
  return (
    <ActionCell>
      {onReceipt && hasReceipt(order) && (
        <Tip label={texts.receipt}>
          <ActionIcon
            size={size}
            aria-label={texts.receiptOf(order.orderId)}
            aria-haspopup="dialog"
            data-returns={receiptAnchor(order.orderId)}
            onClick={() => onReceipt(order.orderId)}
          >
            <IconReceipt aria-hidden />
          </ActionIcon>
        </Tip>
      )}
      <Tip label={texts.copy}>
        <ActionIcon size={size} aria-label={texts.copyOrder(order.orderId)} onClick={() => void copy(order)}>
          <IconCopy aria-hidden />
        </ActionIcon>
      </Tip>
    </ActionCell>
  );
}
