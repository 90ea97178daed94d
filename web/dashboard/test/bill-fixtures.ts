import type {
  BillProduct,
  CheckedLine,
  CreatedOrder,
  CheckAnswer,
} from '@/features/bill-payment/order-form/order-queries';

/** A prepaid product of mobile credit. */
export const tsel10: BillProduct = {
  code: 'TSEL10',
  name: 'Telkomsel 10.000',
  description: '',
  operatorType: 'mobile',
  type: 'mobile',
  operatorCode: 'TSEL',
  walletType: 'level_1',
  active: true,
  problem: false,
  sellPrice: 10_250,
};

/** A line that is fine. */
export function makeLine(part: Partial<CheckedLine>): CheckedLine {
  const destinationNo = part.destinationNo ?? '081234567890';
  const none = { name: '', contactId: '', message: '', paidAt: null, reason: '' as const, duplicateOf: null };
  return { index: 0, destinationNo, normalised: destinationNo, verdict: 'ok', ...none, ...part };
}

/** A judgement that finds nothing wrong. */
export function makeCheck(part: Partial<CheckAnswer>): CheckAnswer {
  return {
    lines: [],
    omitted: 0,
    balance: 1_000_000,
    walletType: 'level_1',
    walletActive: true,
    scheduled: 0,
    recentDays: 1,
    unitPrice: 10_250,
    estimatedPrice: null,
    fee: null,
    totalFee: null,
    total: null,
    runs: 1,
    dayIsCut: false,
    minAmount: null,
    maxAmount: null,
    refusals: [],
    needsApproval: false,
    pin: { set: true, triesLeft: 5, lockedUntil: null, disabled: false },
    ...part,
  };
}

/** An order of one number that runs at once. */
export function makeCreated(part: Partial<CreatedOrder> = {}): CreatedOrder {
  return {
    id: '25',
    name: 'Pulsa',
    productCode: 'TSEL10',
    productName: 'Telkomsel 10.000',
    operatorType: 'mobile',
    walletType: 'level_1',
    kind: 'prepaid',
    status: 'scheduled',
    quantity: 1,
    destinationNos: ['081234567890'],
    amount: null,
    unitPrice: 10_250,
    estimatedPrice: 10_250,
    estimatedTotal: 10_250,
    fee: null,
    totalFee: null,
    charged: 0,
    counts: { total: 1, success: 0, failed: 0, error: 0, pending: 0, canceled: 0, waiting: 1 },
    scheduledAt: '2026-11-25T02:00:00Z',
    createdAt: '2026-11-25T02:00:00Z',
    createdBy: 'Rina Maharani',
    createdById: '12',
    executedAt: null,
    endedAt: null,
    interval: null,
    endsAt: null,
    seriesId: null,
    retryOf: null,
    retriedBy: [],
    waitsFor: null,
    moneyEnded: 0,
    waitsForMoney: false,
    moreDestinations: 0,
    approval: null,
    ...part,
  };
}
