const dayLength = 24 * 60 * 60 * 1000;

/** Returns a day in the zone of the demo clients as `YYYY-MM-DD`, counted from today; positive is in the future. */
export function day(fromToday = 0): string {
  const moment = new Date(Date.now() + fromToday * dayLength);
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jakarta' }).format(moment);
}

/** Returns the query string of a range of days. */
export function range(first: number, last = 0): string {
  return `dateStart=${day(first)}&dateEnd=${day(last)}`;
}
