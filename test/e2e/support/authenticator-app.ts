import { createHmac } from 'node:crypto';

import { expect } from '@playwright/test';

import { rememberSecret } from './secrets.ts';

/** Length of a period of an authenticator app, in milliseconds. */
const period = 30_000;
/** How long a step of a journey may take, in milliseconds. */
const margin = 5000;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** An authenticator app (RFC 6238) that was given the key of an account. */
export class App {
  readonly #key: Buffer;
  #used = 0;

  /** The key is text as the page shows it, in groups. */
  constructor(shown: string) {
    const text = shown.replaceAll(' ', '');
    rememberSecret(text);
    const bits = Array.from(text, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
    this.#key = Buffer.from(bits.match(/.{8}/gu)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
  }

  /** The code of the period before, which the server takes too, and will for some seconds. That of now is left for the next step. */
  async earlierCode(): Promise<string> {
    await expect.poll(() => Date.now() % period, { timeout: period }).toBeLessThan(period - margin);
    return this.#codeOf(now() - 1);
  }

  /** The code that the app shows now. */
  code(): string {
    return this.#codeOf(now());
  }

  /** Waits for a code that was not used yet. */
  async nextCode(): Promise<string> {
    await expect.poll(now, { timeout: 2 * period }).toBeGreaterThan(this.#used);
    return this.code();
  }

  #codeOf(step: number): string {
    this.#used = step;
    const message = Buffer.alloc(8);
    message.writeBigUInt64BE(BigInt(step));
    const sum = createHmac('sha1', this.#key).update(message).digest();
    // The last four bits tell where the number begins.
    // oxlint-disable-next-line no-bitwise
    const number = sum.readUInt32BE(sum.readUInt8(19) & 15) & 0x7f_ff_ff_ff;
    return String(number % 1_000_000).padStart(6, '0');
  }
}

function now(): number {
  return Math.floor(Date.now() / period);
}
