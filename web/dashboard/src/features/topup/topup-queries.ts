import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { ApiProblem, unwrap } from '@shared/api/problem';
import type { AnswerOf } from '@shared/api/types';
import type { IdempotentRequest } from '@shared/form/use-idempotent-request';
import type { Language } from '@shared/i18n/language';
import { type TopupDetail, topupKeys, type TopupOrder } from '@/wallet/topup-order-queries';

/** Settings of top-ups by bank transfer. */
export type TopupSettings = AnswerOf<'/v1/unique-amount/whitelist', 'get'>;

/** The number of one wallet at one bank. */
export type VirtualAccount = AnswerOf<'/v1/clients/{clientId}/client-bank-payment-channels', 'get'>[number];

/** A bank as screens show it. */
export type Bank = VirtualAccount['bank_payment_channel']['bank'];

/** How long tutorials count as fresh, in milliseconds. Staff change them rarely. */
const tutorialLifetime = 60 * 60 * 1000;

/** The settings of top-ups by bank transfer. The screen tells of a failure. */
export function topupSettingsOptions() {
  return queryOptions({
    queryKey: ['topups', 'settings'],
    queryFn: ({ signal }) => unwrap(api.payment.GET('/v1/unique-amount/whitelist', { signal })),
    meta: { inPlace: true },
  });
}

/** The banks, for the names of those that take transfers. */
export function banksOptions() {
  return queryOptions({
    queryKey: ['topups', 'banks'],
    queryFn: ({ signal }) => unwrap(api.payment.GET('/v1/banks', { signal })),
    meta: { inPlace: true },
  });
}

/** The virtual accounts of all wallets of the client. */
export function virtualAccountsOptions(clientId: number | undefined) {
  return queryOptions({
    queryKey: ['topups', 'virtual-accounts'],
    queryFn: ({ signal }) => {
      const path = { clientId: clientId ?? 0 };
      return unwrap(
        api.payment.GET('/v1/clients/{clientId}/client-bank-payment-channels', { params: { path }, signal }),
      );
    },
    enabled: clientId !== undefined,
    meta: { inPlace: true },
  });
}

/** How to pay at each bank, in a language. */
export function tutorialsOptions(language: Language) {
  return queryOptions({
    queryKey: ['topups', 'tutorials', language],
    queryFn: ({ signal }) => unwrap(api.payment.GET('/v1/banks/tutorials', { signal })),
    staleTime: tutorialLifetime,
    meta: { inPlace: true },
  });
}

const notFound = 404;

/** One top-up. A missing one fails with status 404. Every other failure is reported and not shown. */
export function topupOptions(id: string) {
  return queryOptions({
    queryKey: topupKeys.order(id),
    queryFn: async ({ signal }): Promise<TopupDetail> => {
      const params = { path: { depositId: id } };
      const { data } = await unwrap(api.payment.GET('/v1/unique-amount/{depositId}', { params, signal }));
      if (!isTopup(data)) throw new ApiProblem({ status: notFound, code: 'NotFoundError' });
      return data;
    },
    meta: { inPlace: true, reportAll: true },
  });
}

/** Reports whether an answer has a top-up. An id of 0 or none means that it doesn't. */
function isTopup<Order extends TopupOrder>(data: Order | null | undefined): data is Order {
  return Boolean(data?.id) && data?.id !== '0';
}

/** Reports whether a load failed since there is no such top-up. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === notFound;
}

export interface NewTopup {
  wallet: string;
  bank: string;
  nominal: number | undefined;
}

/** Whether a top-up is known to have ended. Its page shows what can't be loaded now. */
async function hasEnded(id: string): Promise<boolean> {
  try {
    const params = { path: { depositId: id } };
    return (await unwrap(api.payment.GET('/v1/unique-amount/{depositId}', { params }))).data.status !== 'pending';
  } catch {
    return false;
  }
}

/**
 * Creates a top-up, or returns the open one if it is the same. The server makes one at a time, so that another input after
 * a lost answer can't make two. The form shows refusals and failures.
 */
export function createTopupOptions(clientId: number | undefined, request: IdempotentRequest) {
  return mutationOptions({
    mutationKey: ['topups', 'create'],
    mutationFn: async (input: NewTopup): Promise<TopupOrder | undefined> => {
      const { wallet, bank, nominal } = input;
      const earlier = request.unanswered(input);
      if (earlier?.same === false) request.forget();
      const create = async () =>
        await request.send(input, (key) =>
          unwrap(
            api.payment.POST('/v1/clients/{clientId}/unique-amount', {
              params: { path: { clientId: clientId ?? 0 }, header: { 'Idempotency-Key': key } },
              body: { amount: nominal ?? 0, bankShortCode: bank.toUpperCase(), depositId: wallet },
            }),
          ),
        );
      const { data } = await create();
      if (!isTopup(data)) return undefined;
      // The one that the lost answer was about may have ended since. Then this is another one.
      const ended = earlier?.same === true && (await hasEnded(data.id));
      return ended ? (await create()).data : data;
    },
    meta: { reportAll: true },
  });
}

/** Cancels a pending top-up. The page shows a failure. */
export function cancelTopupOptions(id: string) {
  return mutationOptions({
    mutationKey: ['topups', 'cancel', id],
    mutationFn: () =>
      unwrap(api.payment.PATCH('/v1/unique-amount/{depositId}', { params: { path: { depositId: id } } })),
    // It may have been paid or have expired meanwhile. After a success the page itself is loaded again.
    onError: (_error, _variables, _result, { client }) => {
      void client.invalidateQueries({ queryKey: topupKeys.orders });
    },
    meta: { inPlace: true },
  });
}

/** The banks whose instructions can be chosen, each once, sorted by name. */
export function clientBanksOptions(clientId: number | undefined) {
  return queryOptions({
    queryKey: ['topups', 'client-banks'],
    queryFn: async ({ signal }) => {
      const path = { clientId: clientId ?? 0 };
      return uniqueByName(await unwrap(api.payment.GET('/v1/clients/{clientId}/banks', { params: { path }, signal })));
    },
    enabled: clientId !== undefined,
    meta: { inPlace: true },
  });
}

function uniqueByName(banks: readonly Bank[]): Bank[] {
  const byId = new Map(banks.map((bank) => [bank.id, bank]));
  return [...byId.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'id'));
}
