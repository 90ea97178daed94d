import { type APIRequestContext, expect } from '@playwright/test';

import { rememberSecret } from './secrets.ts';
import { password, type User, users } from './sign-in.ts';

/** Top-ups of a client by calls, for the state in which a journey starts. */
export class Topups {
  readonly #calls: APIRequestContext;
  readonly #headers: Record<string, string>;
  readonly #clientId: string;

  private constructor(calls: APIRequestContext, token: string, clientId: string) {
    this.#calls = calls;
    this.#clientId = clientId;
    this.#headers = { Authorization: `Bearer ${token}` };
  }

  static async open(calls: APIRequestContext, user: User = users.root): Promise<Topups> {
    const data = { clientId: Number(user.clientId), username: user.username, password };
    const answer = await calls.post('/v1/auth', { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    const { token }: { token: string } = await answer.json();
    rememberSecret(token);
    return new Topups(calls, token, user.clientId);
  }

  /** Cancels the open order of the client, if there is one. */
  async cancelOpen(): Promise<void> {
    const answer = await this.#calls.get('/v1/is-pending', { headers: this.#headers });
    const { id }: { id: string } = await answer.json();
    if (id === '') return;
    const cancelled = await this.#calls.patch(`/v1/unique-amount/${id}`, { headers: this.#headers });
    expect(cancelled.ok(), await cancelled.text()).toBe(true);
  }

  /** Returns the balance of a wallet. */
  async balance(type: string): Promise<number> {
    const answer = await this.#calls.get('/v1/deposits/client/balance', { headers: this.#headers });
    const { deposits }: { deposits: { type: string; balance: number }[] } = await answer.json();
    return deposits.find((deposit) => deposit.type === type)?.balance ?? Number.NaN;
  }

  /** Makes an order for a transfer to BCA and returns its id. */
  async create(type: string, amount: number): Promise<string> {
    const balanceAnswer = await this.#calls.get('/v1/deposits/client/balance', { headers: this.#headers });
    const { deposits }: { deposits: { id: string; type: string }[] } = await balanceAnswer.json();
    const depositId = deposits.find((deposit) => deposit.type === type)?.id;
    const created = await this.#calls.post(`/v1/clients/${this.#clientId}/unique-amount`, {
      headers: this.#headers,
      data: { amount, bankShortCode: 'BCA', depositId },
    });
    expect(created.ok(), await created.text()).toBe(true);
    const { data }: { data: { id: string } } = await created.json();
    return data.id;
  }
}
