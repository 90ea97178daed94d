import { type APIRequestContext, expect } from '@playwright/test';

import type { Program } from './program.ts';

const names = ['digiflazz-a', 'digiflazz-b', 'iak-a'];

/** Changes the fault settings of the simulated suppliers. Clients never see the names of suppliers. */
export class Suppliers {
  static readonly names = names;

  readonly #calls: APIRequestContext;
  readonly #address: string;

  constructor(calls: APIRequestContext, program: Program) {
    this.#calls = calls;
    this.#address = `${program.simulators}/supplier`;
  }

  async turn(settings: Record<string, string>): Promise<void> {
    for (const supplier of names) await this.#send({ supplier, ...settings });
  }

  async reset(): Promise<void> {
    for (const supplier of names) await this.#send({ supplier, reset: '1' });
  }

  /** Ends at once what is pending for a destination, by a notice. */
  async endPending(destination: string): Promise<void> {
    for (const supplier of names) await this.#send({ supplier, endPending: destination });
  }

  async #send(form: Record<string, string>): Promise<void> {
    expect((await this.#calls.post(this.#address, { form })).ok()).toBe(true);
  }
}
