import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import type { AnswerOf } from '@/api-types';
import { type FileFormat, saveAnswer } from '@shared/api/file-answer';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';

import type { HistoryFilters } from './client-search';

const clientsKey = ['clients'] as const;

export type HistoryRow = AnswerOf<'/staff/v1/clients/{id}/wallets/{depositId}/history', 'get'>['data'][number];
export type ListedClient = AnswerOf<'/staff/v1/clients', 'get'>['data'][number];
export type Client = AnswerOf<'/staff/v1/clients/{id}', 'get'>;
export type ClientSummary = AnswerOf<'/staff/v1/clients/{id}/summary', 'get'>;
export type ClientPrograms = AnswerOf<'/staff/v1/clients/{id}/programs', 'get'>;
export type ClientUser = AnswerOf<'/staff/v1/clients/{id}/users', 'get'>[number];
export type Wallet = Client['wallets'][number];
export type WalletType = Wallet['type'];
export type Feature = 'corporate' | 'unique-amount' | 'connect';

/** The clients whose id, code or name has a text, page after page. */
export function clientListOptions(search: string | undefined) {
  return infiniteQueryOptions({
    queryKey: [...clientsKey, 'list', search],
    queryFn: ({ signal, pageParam }) =>
      unwrap(api.GET('/staff/v1/clients', { params: { query: { search, cursor: pageParam } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor || undefined,
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
}

/** A client with its wallets and its checklist. */
export function clientOptions(id: number) {
  return queryOptions({
    queryKey: [...clientsKey, 'one', id],
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/clients/{id}', { params: { path: { id } }, signal })),
    meta: { inPlace: true },
  });
}

/** What a client buys, who uses the portal, and what is open. */
export function clientSummaryOptions(id: number) {
  return queryOptions({
    queryKey: [...clientsKey, 'one', id, 'summary'],
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/clients/{id}/summary', { params: { path: { id } }, signal })),
    meta: { inPlace: true },
  });
}

/** The API keys and webhook endpoints of a client. */
export function clientProgramsOptions(id: number) {
  return queryOptions({
    queryKey: [...clientsKey, 'one', id, 'programs'],
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/clients/{id}/programs', { params: { path: { id } }, signal })),
    meta: { inPlace: true },
  });
}

/** The users of a client. */
export function clientUsersOptions(id: number) {
  return queryOptions({
    queryKey: [...clientsKey, 'one', id, 'users'],
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/clients/{id}/users', { params: { path: { id } }, signal })),
    meta: { inPlace: true },
  });
}

/** Saves the history of a wallet as a file. */
export function exportHistoryOptions(id: number, depositId: string, filters: HistoryFilters) {
  return mutationOptions({
    mutationKey: [...clientsKey, 'one', id, 'export', depositId],
    mutationFn: (format: FileFormat) =>
      saveAnswer(
        api.GET('/staff/v1/clients/{id}/wallets/{depositId}/history/export', {
          params: { path: { id, depositId }, query: { ...filters, format } },
          parseAs: 'stream',
        }),
        format,
        `wallet-${id}-${depositId}`,
      ),
  });
}

/** What is open about a client that is to be closed. */
export function clientOpenOptions(id: number) {
  return queryOptions({
    queryKey: [...clientsKey, 'one', id, 'open'],
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/clients/{id}/open', { params: { path: { id } }, signal })),
    staleTime: 0,
    meta: { inPlace: true },
  });
}

/** The history of a wallet, newest first, page after page. */
export function walletHistoryOptions(id: number, depositId: string, filters: HistoryFilters) {
  return infiniteQueryOptions({
    queryKey: [...clientsKey, 'one', id, 'history', depositId, filters],
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET('/staff/v1/clients/{id}/wallets/{depositId}/history', {
          params: { path: { id, depositId }, query: { ...filters, cursor: pageParam } },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor || undefined,
    meta: { inPlace: true },
  });
}

interface NewClient {
  code: string;
  name: string;
  legalName: string;
  emailFinance: string;
  taxNumber: string;
  features: Feature[];
  reason: string;
}

export function createClientOptions() {
  return mutationOptions({
    mutationKey: [...clientsKey, 'create'],
    mutationFn: (body: NewClient) => unwrap(api.POST('/staff/v1/clients', { body })),
    onSuccess: reloads(clientsKey),
  });
}

interface ClientChange {
  name: string;
  legalName: string;
  emailFinance: string;
  features: Feature[];
  reason: string;
}

export function changeClientOptions(id: number) {
  return mutationOptions({
    mutationKey: [...clientsKey, 'change'],
    mutationFn: (body: ClientChange) => unwrap(api.PATCH('/staff/v1/clients/{id}', { params: { path: { id } }, body })),
    onSuccess: reloads(clientsKey),
  });
}

export function closeClientOptions(id: number) {
  return mutationOptions({
    mutationKey: [...clientsKey, 'close'],
    mutationFn: ({ reason }: { reason: string }) =>
      unwrap(api.POST('/staff/v1/clients/{id}/close', { params: { path: { id } }, body: { confirmed: true, reason } })),
    onSuccess: reloads(clientsKey),
  });
}

export function reopenClientOptions(id: number) {
  return mutationOptions({
    mutationKey: [...clientsKey, 'reopen'],
    mutationFn: ({ reason }: { reason: string }) =>
      unwrap(api.POST('/staff/v1/clients/{id}/reopen', { params: { path: { id } }, body: { reason } })),
    onSuccess: reloads(clientsKey),
  });
}

export function createWalletOptions(id: number) {
  return mutationOptions({
    mutationKey: [...clientsKey, 'create-wallet'],
    mutationFn: (body: { type: WalletType; reason: string }) =>
      unwrap(api.POST('/staff/v1/clients/{id}/wallets', { params: { path: { id } }, body })),
    onSuccess: reloads(clientsKey),
  });
}

export function switchWalletOptions(id: number, { id: depositId, active }: Wallet) {
  return mutationOptions({
    mutationKey: [...clientsKey, 'switch-wallet'],
    mutationFn: ({ reason }: { reason: string }) =>
      unwrap(
        api.POST('/staff/v1/clients/{id}/wallets/{depositId}/switch', {
          params: { path: { id, depositId } },
          body: { active: !active, reason },
        }),
      ),
    onSuccess: reloads(clientsKey),
  });
}

interface NewUser {
  username: string;
  fullName: string;
  email: string;
  root: boolean;
  reason: string;
}

export function inviteUserOptions(id: number) {
  return mutationOptions({
    mutationKey: [...clientsKey, 'invite'],
    mutationFn: (body: NewUser) => unwrap(api.POST('/staff/v1/clients/{id}/users', { params: { path: { id } }, body })),
    onSuccess: reloads(clientsKey),
  });
}

/** The helps for a user of a client. */
export const helps = ['unlock', 'end-sessions', 'reset-password', 'reset-pin', 'expire-password', 'look'] as const;

/** The helps that concern a reset of second factors: one asks for it, another ends its wait. */
export type Help = (typeof helps)[number] | 'reset-factors' | 'cancel-factor-reset';

// A type, since an interface has no index signature.
// oxlint-disable-next-line typescript/consistent-type-definitions
type HelpInput = {
  params: { path: { id: number; userId: string } };
  body: HelpBody;
};

interface HelpBody {
  reason: string;
  /** Of a reset of second factors: what proved who asks. */
  evidence: string;
}

const helpCalls: Record<Help, (input: HelpInput) => Promise<unknown>> = {
  unlock: (input) => unwrap(api.POST('/staff/v1/clients/{id}/users/{userId}/unlock', withReason(input))),
  'end-sessions': (input) => unwrap(api.POST('/staff/v1/clients/{id}/users/{userId}/end-sessions', withReason(input))),
  'reset-password': (input) =>
    unwrap(api.POST('/staff/v1/clients/{id}/users/{userId}/reset-password', withReason(input))),
  'reset-pin': (input) => unwrap(api.POST('/staff/v1/clients/{id}/users/{userId}/reset-pin', withReason(input))),
  'expire-password': (input) =>
    unwrap(api.POST('/staff/v1/clients/{id}/users/{userId}/expire-password', withReason(input))),
  look: (input) => unwrap(api.POST('/staff/v1/clients/{id}/users/{userId}/look', withReason(input))),
  'reset-factors': (input) => unwrap(api.POST('/staff/v1/clients/{id}/users/{userId}/reset-factors', input)),
  'cancel-factor-reset': (input) =>
    unwrap(api.POST('/staff/v1/clients/{id}/users/{userId}/cancel-factor-reset', withReason(input))),
};

function withReason({ params, body: { reason } }: HelpInput) {
  return { params, body: { reason } };
}

export function helpUserOptions(id: number, userId: string, help: Help) {
  return mutationOptions({
    mutationKey: [...clientsKey, 'help'],
    mutationFn: (body: HelpBody) => helpCalls[help]({ params: { path: { id, userId } }, body }),
    onSuccess: reloads(clientsKey),
  });
}
