const fallbackZone = 'Asia/Jakarta';
const dayLength = 24 * 60 * 60 * 1000;

/** The calendar day of a moment in a time zone, as `YYYY-MM-DD`; an unknown zone counts as Asia/Jakarta. */
export function dayIn(moment: Date, zone: string): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  try {
    return new Intl.DateTimeFormat('en-CA', { ...parts, timeZone: zone }).format(moment);
  } catch {
    return new Intl.DateTimeFormat('en-CA', { ...parts, timeZone: fallbackZone }).format(moment);
  }
}

/**
 * The range that links to Order History carry, since the list loads only with one: yesterday and today, as days of
 * the client's zone.
 */
export function defaultOrderRange(zone: string | undefined, now = new Date()): { dateStart: string; dateEnd: string } {
  const place = zone || fallbackZone;
  const today = dayIn(now, place);
  // From the day's own midnight, so that a zone with a change of the clock can't skip or repeat a day.
  const yesterday = new Date(Date.parse(`${today}T00:00:00Z`) - dayLength).toISOString().slice(0, today.length);
  return { dateStart: yesterday, dateEnd: today };
}
