/** What the supplier's serial number is: an electricity token with what belongs to it, or a plain number. */
export interface SerialNumber {
  kind: 'token' | 'plain';
  /** The number to show and to copy; a token without its separators. */
  value: string;
  /** What stands behind a token: name, tariff, power, energy. */
  facts: readonly string[];
}

const token = /^\d{4}(?:[- ]\d{4}){4}$/u;
const bareToken = /^\d{20}$/u;
const separators = /[- ]/gu;

/**
 * Reads a serial number. Tokens come as '4471-0932-8856-1204-7719/SITI AMINAH/R1/1300/64.7'; twenty bare digits are a
 * token only with facts behind them, otherwise they are some other product's number.
 */
export function readSerial(serial: string): SerialNumber | null {
  const [head = '', ...facts] = serial.split('/').map((part) => part.trim());
  if (token.test(head) || (bareToken.test(head) && facts.length > 0)) {
    return { kind: 'token', value: head.replace(separators, ''), facts: facts.filter((fact) => fact !== '') };
  }
  const value = serial.trim();
  return value === '' ? null : { kind: 'plain', value, facts: [] };
}
