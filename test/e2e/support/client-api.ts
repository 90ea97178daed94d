import { type APIRequestContext, expect, type PlaywrightWorkerArgs } from '@playwright/test';

import { rememberSecret } from './secrets.ts';

const key = 'lk_demo_1001';
const created = 201;

/** The fields of an order in the client API that journeys need. */
export interface PlacedOrder {
  orderId: string;
  clientRef: string;
  status: string;
}

/** A product that the demo always sells. */
const product = 'TSEL10';

let orders = 0;

/** Returns a new reference. */
export function newReference(): string {
  orders += 1;
  return `E2E-${String(process.pid).padStart(7, '0')}-${String(orders).padStart(4, '0')}`;
}

/** Returns a new destination number with an ending. Its last digits decide the behaviour of the simulated supplier. */
export function newDestination(ending: string): string {
  orders += 1;
  return `0812${String(process.pid % 1000).padStart(3, '0')}${String(orders).padStart(4, '0')}${ending}`;
}

/** The client's own system, which places orders with an API key. */
export class ClientApi {
  readonly #calls: APIRequestContext;

  private constructor(calls: APIRequestContext) {
    this.#calls = calls;
  }

  static async open(playwright: PlaywrightWorkerArgs['playwright'], baseURL: string): Promise<ClientApi> {
    rememberSecret(key);
    const extraHTTPHeaders = { Authorization: `Bearer ${key}` };
    return new ClientApi(await playwright.request.newContext({ baseURL, extraHTTPHeaders }));
  }

  close(): Promise<void> {
    return this.#calls.dispose();
  }

  /** Places one order. The last digit of the destination decides the result. */
  async placeOrder(
    destinationNo: string,
    clientRef = newReference(),
    productCode = product,
    paymentType: 'deposit' | 'settlement' = 'deposit',
  ): Promise<PlacedOrder> {
    const data = { productCode, destinationNo, clientRef, paymentType };
    const answer = await this.#calls.post('/h2h/v1/orders', { data });
    expect(answer.status()).toBe(created);
    const body: { data: PlacedOrder } = await answer.json();
    return body.data;
  }

  /** Returns the status of an order. */
  async statusOf(clientRef: string): Promise<string> {
    const answer = await this.#calls.get(`/h2h/v1/orders/${clientRef}`);
    const body: { data: PlacedOrder } = await answer.json();
    return body.data.status;
  }

  /** Returns the balance of a wallet in whole rupiah. */
  async balance(type: string): Promise<number | undefined> {
    const answer = await this.#calls.get('/h2h/v1/balance');
    const body: { data: { type: string; balance: number }[] } = await answer.json();
    return body.data.find((wallet) => wallet.type === type)?.balance;
  }

  /** Places several orders for one destination. */
  async placeMany(count: number, destinationNo: string): Promise<void> {
    const lines = Array.from({ length: count }, () => ({
      productCode: product,
      destinationNo,
      clientRef: newReference(),
    }));
    const answer = await this.#calls.post('/h2h/v1/orders/batch', { data: { orders: lines } });
    expect(answer.ok()).toBe(true);
  }
}
