import { describe, expect, it } from 'vitest';

import { isTooShort, metRules } from './password-rules';

describe('stated rules of a password', () => {
  it.each([
    ['', { lower: false, upper: false, digit: false, length: false }],
    ['abcdefgh', { lower: true, upper: false, digit: false, length: true }],
    ['ABC1', { lower: false, upper: true, digit: true, length: false }],
    ['Better-One-9', { lower: true, upper: true, digit: true, length: true }],
  ])('of "%s"', (password, met) => {
    expect(metRules(password)).toEqual(met);
  });

  it('count characters, not their bytes or halves', () => {
    expect(isTooShort('🔒🔒🔒🔒')).toBe(true);
    expect(isTooShort('🔒'.repeat(8))).toBe(false);
  });
});
