import { type BrowserContext, expect } from '@playwright/test';

/** Listens to the console of every page of a journey; violations of the content security policy come by it too. */
export class Quiet {
  /** Errors and warnings so far, the expected ones too. */
  readonly heard: string[] = [];
  readonly #expected: RegExp[] = [];

  constructor(context: BrowserContext) {
    context.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      this.heard.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (thrown) => this.heard.push(`uncaught: ${String(thrown.error())}`));
  }

  /** The browser itself logs every failed answer; a journey that provokes one says which. */
  expectStatus(...statuses: number[]): void {
    for (const status of statuses) this.expect(new RegExp(`responded with a status of ${status}`, 'u'));
  }

  /** A complaint that belongs to the journey. */
  expect(complaint: RegExp): void {
    this.#expected.push(complaint);
  }

  /** Fails with whatever was not expected. */
  check(): void {
    const heard = this.heard.filter((line) => !this.#expected.some((pattern) => pattern.test(line)));
    expect(heard, 'the console stays quiet').toEqual([]);
  }
}
