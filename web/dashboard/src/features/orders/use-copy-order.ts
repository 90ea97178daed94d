import { useZones } from '@shared/format/display-zone';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { notifyError, notifySuccess } from '@shared/notify/notify';
import { copyToClipboard } from '@shared/table/copy-to-clipboard';
import { tableTexts } from '@shared/table/table-texts';

import { orderCopyText } from './order-copy';
import type { Order } from './order-queries';
import { ordersTexts } from './orders-texts';

/** Copies an order as text and notifies. */
export function useCopyOrder(): (order: Order) => Promise<void> {
  const texts = useTexts(ordersTexts);
  const { copyFailed } = useTexts(tableTexts);
  const language = useLanguage();
  const { shown } = useZones();
  return async (order) => {
    const copied = await copyToClipboard(orderCopyText(order, texts.copyText, shown, language));
    if (copied) notifySuccess(texts.copied);
    else notifyError({ title: copyFailed });
  };
}
