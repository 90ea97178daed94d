import { describe, expect, it } from 'vitest';

import { readSerial } from './serial-number';

describe('readSerial', () => {
  const digits = '44710932885612047719';
  it.each([
    ['4471-0932-8856-1204-7719/SITI AMINAH/R1/1300/64.7', 'token', digits, ['SITI AMINAH', 'R1', '1300', '64.7']],
    ['4471 0932 8856 1204 7719', 'token', digits, []],
    [`${digits}/SITI`, 'token', digits, ['SITI']],
    [digits, 'plain', digits, []],
    ['0885243969683501', 'plain', '0885243969683501', []],
  ] as const)('%s', (serial, kind, value, facts) => {
    expect(readSerial(serial)).toEqual({ kind, value, facts });
  });

  it('is nothing where there is nothing', () => {
    expect(readSerial(' ')).toBeNull();
  });
});
