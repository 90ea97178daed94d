import { formatRupiah } from '@shared/format/rupiah';

import type { Approval } from './approval-queries';
import type { changeTexts } from './change-texts';

/** What a request changes: a name with what was before, if that is known, and what comes after. */
export interface Change {
  name: string;
  before: string | undefined;
  after: string;
  /** The order that `after` names. */
  orderId?: string;
}

interface Context {
  texts: (typeof changeTexts)['en'];
  /** Shows a time. */
  when: (moment: string) => string;
  /** The balance of a wallet of the client now, if it is known. */
  balanceOf: (wallet: string) => number | undefined;
}

type Input = Record<string, unknown>;
type Write = (input: Input, context: Context) => Change[];

const isInput = (value: unknown): value is Input => typeof value === 'object' && value !== null;
const rupiah = (value: number) => formatRupiah(value, 'Rp');
const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** A change, unless the request leaves the thing as it is. */
function change(name: string, after: unknown, show: (value: never) => string, before?: string): Change[] {
  // The caller knows what the server writes there.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return after === undefined || after === null || after === '' ? [] : [{ name, before, after: show(after as never) }];
}

const adjust: Write = ({ type, action, amount, reference }, { texts, balanceOf }) => {
  const wallet = textOf(type);
  const delta = numberOf(amount) ?? 0;
  const balance = balanceOf(wallet);
  return [
    ...change(texts.action, action, String),
    { name: texts.amount, before: undefined, after: rupiah(delta) },
    ...(balance === undefined
      ? []
      : [{ name: texts.balance(wallet), before: rupiah(balance), after: rupiah(balance + delta) }]),
    ...change(texts.reference, reference, String),
  ];
};

const settlement: Write = (input, { texts }) => {
  const before = numberOf(input['before']);
  const yesNo = (value: boolean) => (value ? texts.yes : texts.no);
  return [
    ...change(texts.cap, input['maxLimit'], rupiah, before === undefined ? undefined : rupiah(before)),
    ...change(texts.limit, input['limit'], rupiah),
    ...change(texts.days, input['days'], String),
    ...change(texts.dueDays, input['dueDays'], String),
    ...change(texts.active, input['active'], yesNo),
    ...change(texts.raises, input['ableTopup'], yesNo),
  ];
};

const transfer: Write = (input, { texts }) => [
  ...change(texts.transfer, input['transferId'], String),
  ...change(texts.amount, input['amount'], rupiah),
  ...change(texts.topup, input['topupId'], String),
  {
    name: texts.goesTo,
    before: texts.inSuspense,
    after: input['return'] === true ? texts.returned : `${String(input['clientId'])} / ${textOf(input['walletType'])}`,
  },
];

const prices: Write = ({ items }, { texts, when }) =>
  (Array.isArray(items) ? items : []).map((item: Input) => {
    const [amount, before, client] = [numberOf(item['amount']), numberOf(item['before']), numberOf(item['clientId'])];
    const product = textOf(item['productCode']);
    return {
      name: texts.price(client ? `${product}, ${client}` : product),
      before: before === undefined ? undefined : rupiah(before),
      after: texts.from(amount === undefined ? texts.noPrice : rupiah(amount), when(textOf(item['effectiveAt']))),
    };
  });

/** A price rule: what it says now and then, or that it is removed. */
const priceRule: Write = (input, { texts }) => {
  const { operatorType, operatorCode, productCode, clientId, segment, before, remove } = input;
  const words = (rule: Input) =>
    texts.formula(
      rupiah(numberOf(rule['fixed']) ?? 0),
      (numberOf(rule['basisPoints']) ?? 0) / 100,
      rupiah(numberOf(rule['step']) ?? 1),
      rupiah(numberOf(rule['minMargin']) ?? 0),
    );
  const reach = textOf(productCode) || textOf(operatorCode) || textOf(operatorType) || texts.allProducts;
  return [
    {
      name: texts.priceRule(
        [reach, numberOf(clientId) ? String(clientId) : textOf(segment)].filter(Boolean).join(', '),
      ),
      before: isInput(before) ? words(before) : undefined,
      after: remove === true ? texts.removedRule : words(input),
    },
    ...change(texts.endHand, input['endHand'] === true ? texts.yes : undefined, String),
  ];
};

const segment: Write = (input, { texts }) => [
  {
    name: texts.segment,
    before: textOf(input['before']) || texts.noSegment,
    after: textOf(input['segment']) || texts.noSegment,
  },
];

const refund: Write = (input, { texts }) => [
  ...change(texts.order, input['orderId'], String).map((row) => ({ ...row, orderId: row.after })),
  { name: texts.status, before: textOf(input['status']), after: texts.failedRefunded },
  { name: texts.supplierSaid, before: undefined, after: input['supplierSaid'] === true ? texts.yes : texts.no },
  ...change(texts.clientReason, input['clientReason'], String),
];

const role: Write = (input, { texts }) => [
  {
    name: texts.role(textOf(input['username'])),
    before: textOf(input['was']) || texts.noRole,
    after: textOf(input['role']),
  },
];

const factorReset: Write = (input, { texts }) => [
  { name: texts.factorsOf(textOf(input['username'])), before: texts.factorsThere, after: texts.factorsGone },
  ...change(texts.linkGoesTo, input['email'], String),
  ...change(texts.evidence, input['evidence'], String),
];

const writers: Record<string, Write> = {
  'wallet.adjust': adjust,
  'settlement.change': settlement,
  'transfer.settle': transfer,
  'catalog.prices': prices,
  'catalog.rules': priceRule,
  'catalog.segment': segment,
  'order.refund': refund,
  'staff.role': role,
  'user.factor-reset': factorReset,
};

/** Returns what a request changes, in the words of its kind. */
export function changesOf({ kind, input }: Approval, context: Context): Change[] {
  return writers[kind]?.(input, context) ?? [];
}
