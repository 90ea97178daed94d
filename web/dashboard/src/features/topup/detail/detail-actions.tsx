import { Button } from '@mantine/core';
import { IconHeadset, IconHelpCircle } from '@tabler/icons-react';

import { useTexts } from '@shared/i18n/texts';
import { useSupportLinks } from '@shared/support/support-links';
import { useIsNarrow } from '@shared/ui/use-is-narrow';
import type { TopupOrder } from '@/wallet/topup-order-queries';

import { transferDetailTexts } from './transfer-detail-texts';

interface DetailActionsProps {
  order: TopupOrder;
  onHowToPay: () => void;
}

/** The buttons in the head: support unless the order was cancelled, instructions while it is pending. */
export function DetailActions({ order, onHowToPay }: DetailActionsProps) {
  const texts = useTexts(transferDetailTexts);
  const [support] = useSupportLinks();
  const size = useIsNarrow() ? 'lg' : 'md';
  return (
    <>
      {order.status !== 'cancelled' && support ? (
        <Button
          component="a"
          href={support.href}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          size={size}
          leftSection={<IconHeadset aria-hidden />}
        >
          {texts.contact}
        </Button>
      ) : null}
      {order.status === 'pending' ? (
        <Button variant="default" size={size} leftSection={<IconHelpCircle aria-hidden />} onClick={onHowToPay}>
          {texts.howToPay}
        </Button>
      ) : null}
    </>
  );
}
