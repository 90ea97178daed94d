import { expect, it } from 'vitest';

import { paceOf, type Sample, withSample } from './pace-rules';

function seen(...samples: [seconds: number, ended: number][]): Sample[] {
  return samples.reduce<Sample[]>((all, [seconds, ended]) => withSample(all, { at: seconds * 1000, ended }), []);
}

it('says nothing in the first 10 seconds', () => {
  expect(paceOf(seen([0, 0], [9, 90]), 300)).toBeNull();
  expect(paceOf(seen([0, 0], [10, 100]), 300)).toEqual({ perSecond: 10, secondsLeft: 20 });
});

it('says nothing while nothing moves', () => {
  expect(paceOf(seen([0, 40], [30, 40]), 300)).toBeNull();
});

it('follows the last minute', () => {
  expect(paceOf(seen([0, 0], [50, 1000], [110, 1060]), 1180)).toEqual({ perSecond: 1, secondsLeft: 120 });
});
