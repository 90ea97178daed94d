import { type BrowserContext, expect } from '@playwright/test';

/** How long to wait for expected console errors after the last step of a journey, in milliseconds. */
const lastMoment = 30_000;

/** Records the console errors of all pages of a journey, including violations of the content security policy. */
export class Quiet {
  /** All errors and warnings so far, expected ones included. */
  readonly heard: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #allowed: RegExp[] = [];

  constructor(context: BrowserContext) {
    context.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      this.heard.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (thrown) => this.heard.push(`uncaught: ${String(thrown.error())}`));
  }

  /** Expects the console error that the browser logs for an answer of each of these statuses. */
  expectStatus(...statuses: number[]): void {
    for (const status of statuses) this.expect(new RegExp(`responded with a status of ${status}`, 'u'));
  }

  /** Expects a console error. The journey fails without it. */
  expect(complaint: RegExp): void {
    this.#expected.push(complaint);
  }

  /** Allows a console error that may or may not occur. */
  allow(complaint: RegExp): void {
    this.#allowed.push(complaint);
  }

  /** Fails if there were unexpected errors. */
  check(): void {
    const patterns = [...this.#expected, ...this.#allowed];
    const unexpected = this.heard.filter((line) => !patterns.some((pattern) => pattern.test(line)));
    expect(unexpected, 'the console stays quiet').toEqual([]);
  }

  /** Fails if expected errors are missing after the timeout. */
  async checkExpected(timeout = lastMoment): Promise<void> {
    const unheard = () =>
      this.#expected.filter((pattern) => !this.heard.some((line) => pattern.test(line))).map(String);
    await expect.poll(unheard, { message: 'the console says what was expected', timeout }).toEqual([]);
  }
}
