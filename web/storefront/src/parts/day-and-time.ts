import { formatClock, formatDateOf, viewerZone, zoneLabel } from '@shared/format/local-time';

import type { Language } from '@/language/language';

/** A time as 25 Nov 2026, 14:32 WIB. */
export function dayAndTime(moment: string, language: Language): string {
  const zone = viewerZone();
  return `${formatDateOf(moment, zone, language)}, ${clock(moment, zone)}`;
}

/** A time of day as 14:32 WIB, for what ends within the hour. */
export function timeOfDay(moment: string): string {
  return clock(moment, viewerZone());
}

function clock(moment: string, zone: string): string {
  return `${formatClock(moment, zone).slice(0, 'hh:mm'.length)} ${zoneLabel(zone, new Date(moment))}`;
}
