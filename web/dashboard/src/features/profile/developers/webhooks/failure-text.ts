import type { Translation } from '@shared/i18n/texts';

import type { Send } from './webhook-queries';
import type { deliveryTexts } from './delivery-texts';

/** Why there was no answer, in words. */
export function failureText(failure: Send['failure'], texts: Translation<typeof deliveryTexts.en>): string {
  return failure === '' ? '' : texts.noAnswer[failure];
}
