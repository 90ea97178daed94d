import { expect, it } from 'vitest';

import type { VirtualAccount } from '../topup-queries';
import { tutorialBanks, withOwnNumber } from './tutorial-rules';

const account = (code: string, wallet: string, number: string) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only what the rule reads
  ({ deposit_id: wallet, acc_no: number, bank_payment_channel: { bank: { code } } }) as VirtualAccount;

const banks = [{ code: 'BBCA' }, { code: 'BBNI' }, { code: 'BBDI' }, { code: 'OTHER' }];
const accounts = [account('BBCA', '1', '80777010'), account('BBCA', '2', '80777020'), account('BBNI', '1', '9881047')];

it('lists the banks where the client has a number, with that of the wallet', () => {
  expect(tutorialBanks(banks, accounts, '2')).toEqual([
    { code: 'BBCA', accountNo: '80777020' },
    { code: 'BBNI', accountNo: '9881047' },
    { code: 'OTHER', accountNo: undefined },
  ]);
  expect(tutorialBanks(banks, undefined, '2').map(({ code }) => code)).toEqual(['BBCA', 'BBNI', 'BBDI', 'OTHER']);
});

it('gives the own number as the example of a step', () => {
  const step = 'Enter the number, for example 8077 xxxx xxxx.';
  expect(withOwnNumber(step, '988104770100')).toBe('Enter the number, for example 9881 0477 0100.');
  expect(withOwnNumber(step, undefined)).toBe(step);
  expect(withOwnNumber('Press OK.', '9881')).toBe('Press OK.');
});
