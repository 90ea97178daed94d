import { useZones } from '@shared/format/display-zone';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { useCopy } from '@shared/ui/use-copy';

import { orderCopyText } from './order-copy';
import type { Order } from './order-queries';
import { ordersTexts } from './orders-texts';

/** Copies an order as text and notifies. */
export function useCopyOrder(): (order: Order) => Promise<void> {
  const texts = useTexts(ordersTexts);
  const copy = useCopy();
  const language = useLanguage();
  const { shown } = useZones();
  return async (order) => {
    await copy(orderCopyText(order, texts.copyText, shown, language), texts.copied);
  };
}
