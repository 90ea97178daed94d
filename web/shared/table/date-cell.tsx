import { useZones } from '@shared/format/display-zone';
import { formatClockWithZone, formatDateOf } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';

import { TwoLines } from './cells';

/** The day of an instant, and below it its time with the zone. */
export function DateCell({ at }: { at: string }) {
  const language = useLanguage();
  const { shown } = useZones();
  return (
    <TwoLines caption={formatClockWithZone(at, shown)}>
      <time dateTime={at}>{formatDateOf(at, shown, language)}</time>
    </TwoLines>
  );
}
