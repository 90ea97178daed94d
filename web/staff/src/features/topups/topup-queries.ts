import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import type { AnswerOf } from '@/api-types';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';

const topupsKey = ['topups'] as const;

export type SuspensePage = AnswerOf<'/staff/v1/suspense', 'get'>;
/** A transfer in suspense, with whom it was probably meant for. */
export type Transfer = SuspensePage['data'][number];
export type Match = Transfer['matches'][number];
export type Topup = AnswerOf<'/staff/v1/topups', 'get'>['data'][number];
export type TopupRequest = AnswerOf<'/staff/v1/topup-requests', 'get'>['data'][number];
export type VirtualAccount = AnswerOf<'/staff/v1/clients/{id}/virtual-accounts', 'get'>['data'][number];
export type Wallet = AnswerOf<'/staff/v1/clients/{id}', 'get'>['wallets'][number];
type WalletType = Wallet['type'];

/** What is in suspense, newest first, page after page. */
export function suspenseOptions(search: string | undefined, bank: string | undefined) {
  return infiniteQueryOptions({
    queryKey: [...topupsKey, 'suspense', search, bank],
    queryFn: ({ signal, pageParam }) =>
      unwrap(api.GET('/staff/v1/suspense', { params: { query: { search, bank, cursor: pageParam } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor || undefined,
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
}

/** The open top-ups of all clients, newest first, page after page. */
export function openTopupsOptions() {
  return infiniteQueryOptions({
    queryKey: [...topupsKey, 'open'],
    queryFn: ({ signal, pageParam }) =>
      unwrap(api.GET('/staff/v1/topups', { params: { query: { status: 'pending', cursor: pageParam } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor || undefined,
    meta: { inPlace: true },
  });
}

export function requestsOptions() {
  return queryOptions({
    queryKey: [...topupsKey, 'requests'],
    queryFn: async ({ signal }) => (await unwrap(api.GET('/staff/v1/topup-requests', { signal }))).data,
    meta: { inPlace: true },
  });
}

export function virtualAccountsOptions(id: number) {
  return queryOptions({
    queryKey: [...topupsKey, 'numbers', id],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/staff/v1/clients/{id}/virtual-accounts', { params: { path: { id } }, signal }))).data,
    meta: { inPlace: true },
  });
}

/** A client with its wallets, from whose balances a transfer is added. */
export function payeeOptions(id: number) {
  return queryOptions({
    queryKey: [...topupsKey, 'payee', id],
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/clients/{id}', { params: { path: { id } }, signal })),
    staleTime: 0,
    meta: { inPlace: true },
  });
}

const afterChange = reloads(topupsKey, ['overview']);

/** Who gets a transfer: the wallet of a top-up, or a wallet of a client. */
export interface Payee {
  topupId?: string;
  clientId?: number;
  walletType?: WalletType;
}

export function assignOptions(id: string, payee: Payee) {
  return mutationOptions({
    mutationKey: [...topupsKey, 'assign', id],
    mutationFn: ({ reason }: { reason: string }) =>
      unwrap(api.POST('/staff/v1/suspense/{id}/assign', { params: { path: { id } }, body: { ...payee, reason } })),
    onSuccess: afterChange,
  });
}

export function returnOptions(id: string) {
  return mutationOptions({
    mutationKey: [...topupsKey, 'return', id],
    mutationFn: ({ reason }: { reason: string }) =>
      unwrap(api.POST('/staff/v1/suspense/{id}/return', { params: { path: { id } }, body: { reason } })),
    onSuccess: afterChange,
  });
}

export function noteOptions(id: string) {
  return mutationOptions({
    mutationKey: [...topupsKey, 'note', id],
    mutationFn: ({ reason }: { reason: string }) =>
      unwrap(api.POST('/staff/v1/suspense/{id}/note', { params: { path: { id } }, body: { text: reason } })),
    onSuccess: afterChange,
  });
}

/** Credits a request, or asks another member of staff for it. */
export function creditRequestOptions(id: string) {
  return mutationOptions({
    mutationKey: [...topupsKey, 'credit', id],
    mutationFn: (body: { amount: number | undefined; reference: string; reason: string }) =>
      unwrap(
        api.POST('/staff/v1/topup-requests/{id}/credit', {
          params: { path: { id } },
          body: { ...body, amount: body.amount ?? 0 },
        }),
      ),
    onSuccess: reloads(topupsKey, ['clients'], ['approvals'], ['overview']),
  });
}

export function closeRequestOptions(id: string) {
  return mutationOptions({
    mutationKey: [...topupsKey, 'close', id],
    mutationFn: ({ reason }: { reason: string }) =>
      unwrap(api.POST('/staff/v1/topup-requests/{id}/close', { params: { path: { id } }, body: { reason } })),
    onSuccess: afterChange,
  });
}
