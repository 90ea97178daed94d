import { describe, expect, it } from 'vitest';

import { percent } from './percent';

describe('percent', () => {
  it.each([
    [2318, 2358, '98,3%'],
    [6, 2358, '0,3%'],
    [0, 0, '0,0%'],
    [1, 1, '100,0%'],
  ])('%i of %i is %s', (part, whole, text) => expect(percent(part, whole)).toBe(text));
});
