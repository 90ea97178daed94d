/** A supplier's serial number: an electricity token with its facts, or a plain number. */
export interface SerialNumber {
  kind: 'token' | 'plain';
  /** The number to show and to copy. A token has no separators. */
  value: string;
  /** The facts after a token: name, tariff, power, energy. */
  facts: readonly string[];
}

const token = /^\d{4}(?:[- ]\d{4}){4}$/u;
const bareToken = /^\d{20}$/u;
const separators = /[- ]/gu;

/**
 * Parses a serial number. A token looks like '4471-0932-8856-1204-7719/SITI AMINAH/R1/1300/64.7'. Twenty digits without
 * separators are a token only if facts follow; without facts they are a number of another product.
 */
export function readSerial(serial: string): SerialNumber | null {
  const [head = '', ...facts] = serial.split('/').map((part) => part.trim());
  if (token.test(head) || (bareToken.test(head) && facts.length > 0)) {
    return { kind: 'token', value: head.replace(separators, ''), facts: facts.filter((fact) => fact !== '') };
  }
  const value = serial.trim();
  return value === '' ? null : { kind: 'plain', value, facts: [] };
}
