import { describe, expect, it } from 'vitest';

import { digitGroups } from './digit-groups';

describe('digitGroups', () => {
  it.each([
    ['', ['']],
    ['123', ['123']],
    ['1234', ['1234']],
    ['08129044', ['0812', '9044']],
    ['081290447120', ['0812', '9044', '7120']],
    ['2611211432410100042', ['2611', '2114', '3241', '0100', '042']],
    ['INV-88213', ['INV-88213']],
    ['+628129044', ['+628129044']],
    ['0812 9044', ['0812 9044']],
  ])('%s', (text, groups) => {
    const digits = digitGroups(text).map((group) => group.digits);
    expect(digits).toEqual(groups);
    expect(digits.join('')).toBe(text);
  });
});
