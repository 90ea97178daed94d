import type { TopupDetail } from '@/wallet/topup-order-queries';

export const bca = { id: '1', name: 'BCA', logo: 'bca', note: '', code: 'BBCA', bankSecondCode: 'bca' };
export const mandiri = { id: '2', name: 'Mandiri', logo: 'mandiri', note: '', code: 'BMDR', bankSecondCode: 'mandiri' };

/** A pending top-up of Rp 10.000.000 with the unique amount 17. */
export function makeTopup(part: Partial<TopupDetail> = {}): TopupDetail {
  return {
    id: '2611210815300100042',
    reference: '00032611210815300100042',
    status: 'pending',
    amount: 10_000_017,
    base_amount: 10_000_000,
    unique_amount: 17,
    bank_id: '1',
    bank: bca,
    acc_no: '888001234',
    acc_name: 'PT Loket Digital Indonesia',
    deposit_id: '1',
    deposit_type: 'level_1',
    created_at: '2026-11-21T07:00:00Z',
    expired_at: '2026-11-21T10:00:00Z',
    ended_at: null,
    cancellable: true,
    transfers: [],
    ...part,
  };
}

/** The settings of a client that may top up by transfer to both banks. */
export const openSettings = {
  unique_amount_active: true,
  unique_amount_bank: 'BCA;MANDIRI',
  unique_amount_bank_in_problem: '',
  unique_amount_for_client_enabled: true,
  unique_amount_max_limit: 500_000_000,
};

const wallet = {
  balance: 5_000_000,
  minBalanceAlert: 0,
  settlementStatus: 'inactive',
  additionalInfo: { note: '', withheldTaxPoints: 0 },
};

export const wallets = [
  { ...wallet, id: '1', type: 'level_1', active: true },
  { ...wallet, id: '2', type: 'marketplace', active: false },
];
