import type { Translation } from '@shared/i18n/texts';
import { formatDecimal } from '@shared/format/decimal';
import { groupThousands } from '@shared/format/rupiah';

import type { developerTexts } from './developer-texts';

const second = 1000;

/** A time that something took: '142 ms', '2,1 s'. */
export function durationText(milliseconds: number, texts: Translation<typeof developerTexts.en>): string {
  return milliseconds < second
    ? texts.milliseconds(groupThousands(milliseconds))
    : texts.seconds(formatDecimal(milliseconds / second));
}
