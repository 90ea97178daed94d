import type { PriceRule, RuleValues } from './rule-queries';

const basisPointsInPercent = 100;
const longestNumber = 10;

/** A whole number as typed, with dots between thousands and perhaps a minus; undefined for anything else. */
export function typedWhole(text: string): number | undefined {
  const digits = text.trim().replaceAll('.', '');
  return digits.length <= longestNumber && /^[-−]?\d+$/u.test(digits) ? Number(digits.replace('−', '-')) : undefined;
}

/** A percentage as typed, 1,25 or 1.25, in basis points; undefined for anything else, and above 100. */
export function typedBasisPoints(text: string): number | undefined {
  const [, whole, part = ''] = /^(\d{1,3})(?:[.,](\d{1,2}))?$/u.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const points = Number(whole) * basisPointsInPercent + Number(part.padEnd(2, '0'));
  return points <= basisPointsInPercent * basisPointsInPercent ? points : undefined;
}

/** Basis points as a percentage, as it is typed: 125 is 1,25. */
export function percentText(basisPoints: number): string {
  const part = String(basisPoints % basisPointsInPercent)
    .padStart(2, '0')
    .replace(/0+$/u, '');
  const whole = String(Math.floor(basisPoints / basisPointsInPercent));
  return part === '' ? whole : `${whole},${part}`;
}

/** What the form of a rule starts with. */
export function valuesOf(rule: PriceRule | undefined): RuleValues {
  if (!rule) {
    return {
      reach: 'all',
      operatorType: '',
      operatorCode: '',
      productCode: '',
      whose: 'list',
      clientId: '',
      segment: '',
      fixed: '0',
      percent: '0',
      step: '1',
      minMargin: '0',
      endHand: false,
    };
  }
  return {
    reach: reachOf(rule),
    operatorType: rule.operatorType ?? '',
    operatorCode: rule.operatorCode ?? '',
    productCode: rule.productCode ?? '',
    whose: whoseOf(rule),
    clientId: rule.clientId ? String(rule.clientId) : '',
    segment: rule.segment ?? '',
    fixed: String(rule.fixed),
    percent: percentText(rule.basisPoints),
    step: String(rule.step),
    minMargin: String(rule.minMargin),
    endHand: false,
  };
}

/** Whose prices a rule is for. */
function whoseOf({ clientId, segment }: Pick<PriceRule, 'clientId' | 'segment'>): RuleValues['whose'] {
  if (clientId) return 'client';
  return segment ? 'segment' : 'list';
}

/** Which products a rule is for. */
export function reachOf({
  operatorType,
  operatorCode,
  productCode,
}: Pick<PriceRule, 'operatorType' | 'operatorCode' | 'productCode'>): RuleValues['reach'] {
  if (productCode) return 'product';
  if (operatorCode) return 'operator';
  return operatorType ? 'category' : 'all';
}
