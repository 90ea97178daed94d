import { type BrowserContext, expect } from '@playwright/test';

/** How long a complaint that a journey expects may take to arrive after the journey's last step, in milliseconds. */
const lastMoment = 5000;

/** Listens to the console of every page of a journey; violations of the content security policy come by it too. */
export class Quiet {
  /** Errors and warnings so far, the expected ones too. */
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

  /** The browser itself logs every failed answer; a journey that provokes one says which. Each has to come. */
  expectStatus(...statuses: number[]): void {
    for (const status of statuses) this.expect(new RegExp(`responded with a status of ${status}`, 'u'));
  }

  /** Expects a complaint that belongs to the journey: it has to come. */
  expect(complaint: RegExp): void {
    this.#expected.push(complaint);
  }

  /** Allows a complaint that comes or not, depending on what the page does in that moment. */
  allow(complaint: RegExp): void {
    this.#allowed.push(complaint);
  }

  /** Fails with whatever was not expected. */
  check(): void {
    const known = [...this.#expected, ...this.#allowed];
    const unexpected = this.heard.filter((line) => !known.some((pattern) => pattern.test(line)));
    expect(unexpected, 'the console stays quiet').toEqual([]);
  }

  /** Fails with what was expected and did not come. */
  async checkExpected(timeout = lastMoment): Promise<void> {
    const unheard = () =>
      this.#expected.filter((pattern) => !this.heard.some((line) => pattern.test(line))).map(String);
    await expect.poll(unheard, { message: 'the console says what was expected', timeout }).toEqual([]);
  }
}
