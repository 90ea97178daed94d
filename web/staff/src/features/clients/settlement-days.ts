/** The days of a week, from Monday on. */
export const weekDays = [0, 1, 2, 3, 4, 5, 6] as const;

export type WeekDay = (typeof weekDays)[number];

/** Returns the days of a sum: Monday 1, Tuesday 2 ... Sunday 64. */
export function daysOf(sum: number): WeekDay[] {
  return weekDays.filter((day) => Math.floor(sum / 2 ** day) % 2 === 1);
}

/** Returns the sum of days. */
export function sumOf(days: readonly WeekDay[]): number {
  return days.reduce<number>((sum, day) => sum + 2 ** day, 0);
}
