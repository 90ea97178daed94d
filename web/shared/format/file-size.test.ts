import { describe, expect, it } from 'vitest';

import { fileSize } from './file-size';

describe('fileSize', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [12_400, '12,4 kB'],
    [123_456, '123 kB'],
    [5_250_000_000, '5,3 GB'],
  ])('%i is %s', (bytes, text) => expect(fileSize(bytes)).toBe(text));
});
