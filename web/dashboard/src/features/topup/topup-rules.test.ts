import { describe, expect, it } from 'vitest';

import type { TopupSettings, VirtualAccount } from './topup-queries';
import { codesOf, nominalProblem, providersOf, transfersAreOpen } from './topup-rules';

const settings: TopupSettings = {
  unique_amount_active: true,
  unique_amount_bank: 'BCA;MANDIRI',
  unique_amount_bank_in_problem: '',
  unique_amount_for_client_enabled: true,
  unique_amount_max_limit: 500_000_000,
};

it('reads the codes of a setting in any case', () => {
  expect(codesOf('BCA; Mandiri;;')).toEqual(['bca', 'mandiri']);
  expect(codesOf('')).toEqual([]);
});

it.each([
  ['all is on', {}, true],
  ['the client lacks the feature', { unique_amount_for_client_enabled: false }, false],
  ['the provider switched it off', { unique_amount_active: false }, false],
])('takes transfers or not when %s', (_, part, open) => {
  expect(transfersAreOpen({ ...settings, ...part })).toBe(open);
});

it('takes no transfers before the settings are known', () => {
  expect(transfersAreOpen(undefined)).toBe(false);
});

describe('nominals', () => {
  it.each([
    [undefined, 'missing'],
    [0, 'missing'],
    [9999, 'low'],
    [10_000, null],
    [10_500, 'uneven'],
    [500_000_000, null],
    [500_000_001, 'high'],
    [501_000_000, 'high'],
  ])('%s is %s', (nominal, problem) => {
    expect(nominalProblem(nominal, 500_000_000)).toBe(problem);
  });

  it('have no maximum while it is unknown', () => {
    expect(nominalProblem(900_000_000, undefined)).toBeNull();
  });
});

function account(
  bankId: string,
  name: string,
  wallet: string,
  status: 'active' | 'problem' = 'active',
): VirtualAccount {
  const bank = { id: bankId, name, logo: '', note: '', code: name, bankSecondCode: name };
  return {
    id: `${bankId}-${wallet}`,
    acc_no: `80${bankId}${wallet}`,
    deposit_id: wallet,
    payment_channel: 'virtual_account',
    bank_payment_channel: { id: bankId, status, minimum_topup: 10_000, fee: 0, bank_id: bankId, bank },
  };
}

it('groups virtual accounts by bank, sorted by name, with the number of the wallet', () => {
  const accounts = [
    account('3', 'Mandiri', '1'),
    account('1', 'BCA', '2'),
    account('1', 'BCA', '1'),
    account('2', 'Danamon', '1', 'problem'),
    account('4', 'bni', '2'),
  ];
  expect(providersOf(accounts, '1').map(({ bank, problem, accountNo }) => [bank.name, problem, accountNo])).toEqual([
    ['BCA', false, '8011'],
    ['bni', false, undefined],
    ['Danamon', true, '8021'],
    ['Mandiri', false, '8031'],
  ]);
});
