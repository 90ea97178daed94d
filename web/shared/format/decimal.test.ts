import { expect, it } from 'vitest';

import { formatDecimal } from './decimal';

it.each([
  [1.5, '1,5'],
  [2, '2'],
  [1234.56, '1.234,6'],
])('%d is %s in both languages', (value, text) => expect(formatDecimal(value)).toBe(text));
