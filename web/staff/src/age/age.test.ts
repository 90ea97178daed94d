import { expect, it } from 'vitest';

import { formatAge } from './age';

const texts = {
  minutes: (count: number) => `${count} min`,
  hours: (count: number) => `${count} h`,
  days: (count: number) => `${count} d`,
};

it.each([
  ['2026-11-27T08:00:30Z', '0 min'],
  ['2026-11-27T06:00:01Z', '119 min'],
  ['2026-11-27T06:00:00Z', '2 h'],
  ['2026-11-25T08:00:01Z', '47 h'],
  ['2026-11-25T08:00:00Z', '2 d'],
])('since %s it is %s', (since, age) => {
  expect(formatAge(since, Date.parse('2026-11-27T08:00:00Z'), texts)).toBe(age);
});
