import type { ageTexts } from './age-texts';

const minute = 60_000;
const minutesPerHour = 60;
const hoursPerDay = 24;

type AgeTexts = (typeof ageTexts)['en'];

/** Formats how long ago something was: in minutes, from two hours on in hours, from two days on in days. */
export function formatAge(since: string, now: number, texts: AgeTexts): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / minute));
  const hours = Math.floor(minutes / minutesPerHour);
  if (hours < 2) return texts.minutes(minutes);
  return hours < 2 * hoursPerDay ? texts.hours(hours) : texts.days(Math.floor(hours / hoursPerDay));
}
