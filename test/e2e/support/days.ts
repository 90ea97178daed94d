const dayLength = 24 * 60 * 60 * 1000;

/** A calendar day in the demo clients' zone as `YYYY-MM-DD`, so many days from today; days to come are positive. */
export function day(fromToday = 0): string {
  const moment = new Date(Date.now() + fromToday * dayLength);
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jakarta' }).format(moment);
}

/** The query of a range of days. */
export function range(first: number, last = 0): string {
  return `dateStart=${day(first)}&dateEnd=${day(last)}`;
}
