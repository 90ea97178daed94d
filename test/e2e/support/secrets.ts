import { appendFileSync, readFileSync } from 'node:fs';

import { runFolder } from './places.ts';

const file = () => `${runFolder()}/secrets`;

/** Notes a secret that a journey used, so that the end of the run can look for it in the program's logs. */
export function rememberSecret(secret: string): void {
  appendFileSync(file(), `${secret}\n`, { mode: 0o600 });
}

/** Every secret of the run so far. */
export function usedSecrets(): string[] {
  const lines = readFileSync(file(), 'utf8').split('\n');
  return [...new Set(lines.filter((line) => line !== ''))];
}

/**
 * The secrets that a text holds. A token also counts when only its signature is there, and a short number such as a
 * PIN only where it stands alone: six digits are somewhere in every log.
 */
export function secretsIn(text: string, secrets: readonly string[]): string[] {
  return secrets.filter((secret) => {
    if (/^\d+$/u.test(secret)) return new RegExp(`(?<!\\d)${secret}(?!\\d)`, 'u').test(text);
    const signature = /^ey[\w-]+\.[\w-]+\.([\w-]+)$/u.exec(secret)?.[1];
    return text.includes(secret) || (signature !== undefined && text.includes(signature));
  });
}
