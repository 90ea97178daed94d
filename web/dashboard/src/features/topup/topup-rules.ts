import type { TopupSettings, VirtualAccount } from './topup-queries';

/** Smallest nominal of a transfer, in whole rupiah (docs/product/deposits.md#bank-transfer). */
export const minNominal = 10_000;

/** A nominal is a multiple of it, since the last three digits are the unique amount. */
export const nominalStep = 1000;

/** Amounts that a button fills in (docs/product/deposits.md#bank-transfer). */
export const quickAmounts = [1_000_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000] as const;

/** Splits the codes of a setting, which semicolons divide, in lower case. */
export function codesOf(list: string): string[] {
  return list
    .split(';')
    .map((code) => code.trim().toLowerCase())
    .filter((code) => code !== '');
}

/** Reports whether the client may top up by bank transfer. */
export function transfersAreOpen(settings: TopupSettings | undefined): boolean {
  return settings !== undefined && settings.unique_amount_active && settings.unique_amount_for_client_enabled;
}

/** A bank with the virtual account of the chosen wallet. */
export interface Provider {
  bank: VirtualAccount['bank_payment_channel']['bank'];
  /** Whether the bank has a problem and takes no payment. */
  problem: boolean;
  /** Smallest payment in whole rupiah. */
  minimum: number;
  /** What the bank takes of each payment, in whole rupiah. */
  fee: number;
  /** The number of the wallet, or undefined if the bank has none for it. */
  accountNo: string | undefined;
}

/** Groups the virtual accounts of all wallets by bank, sorted by the bank's name, with the number of one wallet. */
export function providersOf(accounts: readonly VirtualAccount[], walletId: string): Provider[] {
  const providers = new Map<string, Provider>();
  for (const account of accounts) {
    const { bank, status, minimum_topup: minimum, fee } = account.bank_payment_channel;
    const provider = providers.get(bank.id) ?? {
      bank,
      problem: status === 'problem',
      minimum,
      fee,
      accountNo: undefined,
    };
    if (account.deposit_id === walletId) provider.accountNo = account.acc_no;
    providers.set(bank.id, provider);
  }
  return [...providers.values()].toSorted((one, other) => one.bank.name.localeCompare(other.bank.name, 'id'));
}

/** What is wrong with a nominal, or null. */
export type NominalProblem = 'missing' | 'low' | 'high' | 'uneven';

export function nominalProblem(nominal: number | undefined, max: number | undefined): NominalProblem | null {
  if (nominal === undefined || nominal <= 0) return 'missing';
  if (nominal < minNominal) return 'low';
  if (max !== undefined && nominal > max) return 'high';
  return nominal % nominalStep === 0 ? null : 'uneven';
}

const wholePoints = 10_000;

/** The tax that is withheld from an amount: `points` are hundredths of a per cent. It is rounded down, as the server does. */
export function taxOf(amount: number, points: number): number {
  return Math.floor((amount * points) / wholePoints);
}

const pointsOfPercent = 100;

/** A rate as text: 50 is '0,5 %'. */
export function pointsText(points: number): string {
  return `${String(points / pointsOfPercent).replace('.', ',')} %`;
}
