import { appendFileSync, readFileSync } from 'node:fs';

import { runFolder } from './places.ts';

const file = () => `${runFolder()}/secrets`;

/** Records a secret of a journey. The end of the run searches the logs for it. */
export function rememberSecret(secret: string): void {
  appendFileSync(file(), `${secret}\n`, { mode: 0o600 });
}

/** Returns all secrets of the run so far. */
export function usedSecrets(): string[] {
  const lines = readFileSync(file(), 'utf8').split('\n');
  return [...new Set(lines.filter((line) => line !== ''))];
}

/** What a log measures: microseconds and bytes, of which some have the digits of a PIN. */
const measured = /"(?:took_us|bytes)":\d+/gu;

/**
 * Returns the secrets in a text. The signature of a token alone counts too. A short number such as a PIN counts only as
 * a separate word that is no measurement, because each log contains six digits somewhere.
 */
export function secretsIn(text: string, secrets: readonly string[]): string[] {
  const remaining = text.replaceAll(measured, '');
  return secrets.filter((secret) => {
    if (/^\d+$/u.test(secret)) return new RegExp(`(?<!\\d)${secret}(?!\\d)`, 'u').test(remaining);
    const signature = /^ey[\w-]+\.[\w-]+\.([\w-]+)$/u.exec(secret)?.[1];
    return text.includes(secret) || (signature !== undefined && text.includes(signature));
  });
}
