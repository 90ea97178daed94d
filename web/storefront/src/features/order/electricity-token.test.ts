import { expect, it } from 'vitest';

import { electricityToken } from './electricity-token';

it('takes the token apart, so that it can be copied alone', () => {
  expect(electricityToken('5424-1751-8591-2537-2624/BUDI SANTOSO/R1/2200/14.0')).toEqual({
    token: '5424-1751-8591-2537-2624',
    name: 'BUDI SANTOSO',
    tariff: 'R1 / 2200',
    energy: '14.0',
  });
});

it('leaves other proofs of delivery as they are', () => {
  for (const serial of ['', '0123456789012345', 'ABCD-EFGH-2345', '5424-1751-8591-2537-2624', '5424/BUDI/R1/2200/14'])
    expect(electricityToken(serial)).toBeNull();
});
