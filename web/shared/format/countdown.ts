const second = 1000;
const perMinute = 60;
const perHour = 3600;

function pad(value: number): string {
  return value.toString().padStart(2, '0');
}

/** Returns the started seconds of a time in milliseconds, so that 0 is shown at the end only. */
function secondsOf(left: number): number {
  return Math.max(0, Math.ceil(left / second));
}

/** Formats a remaining time in milliseconds as 'mm:ss'. An hour or more has more minutes: '75:00'. */
export function formatMinutesLeft(left: number): string {
  const seconds = secondsOf(left);
  return `${pad(Math.floor(seconds / perMinute))}:${pad(seconds % perMinute)}`;
}

/** Formats a remaining time in milliseconds as 'hh:mm:ss'. */
export function formatHoursLeft(left: number): string {
  const seconds = secondsOf(left);
  const minutes = Math.floor((seconds % perHour) / perMinute);
  return [Math.floor(seconds / perHour), minutes, seconds % perMinute].map((part) => pad(part)).join(':');
}
