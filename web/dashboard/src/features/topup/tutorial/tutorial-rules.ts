import { digitGroups } from '@shared/format/digit-groups';

import type { VirtualAccount } from '../topup-queries';

/** The entry for banks without a tutorial of their own. */
const otherBanks = 'OTHER';

/** An example of a number in a step: '8077 xxxx xxxx'. */
const example = /\d{4} xxxx xxxx/u;

/**
 * The banks of a tutorial where the client has a virtual account, each with the number of the wallet, or with one of
 * another wallet. While the accounts are not known, all banks without a number.
 */
export function tutorialBanks<Bank extends { code: string }>(
  banks: readonly Bank[],
  accounts: readonly VirtualAccount[] | undefined,
  walletId: string | undefined,
): (Bank & { accountNo: string | undefined })[] {
  if (!accounts) return banks.map((bank) => ({ ...bank, accountNo: undefined }));
  const ofWallet = accounts.filter(({ deposit_id: wallet }) => wallet === walletId);
  return banks.flatMap((bank) => {
    const account = [...ofWallet, ...accounts].find(({ bank_payment_channel: { bank: at } }) => at.code === bank.code);
    if (!account && bank.code !== otherBanks) return [];
    return [{ ...bank, accountNo: account?.acc_no }];
  });
}

/** A step with the client's own number where it gives an example. */
export function withOwnNumber(step: string, accountNo: string | undefined): string {
  if (accountNo === undefined) return step;
  const groups = digitGroups(accountNo).map(({ digits }) => digits);
  return step.replace(example, groups.join(' '));
}
