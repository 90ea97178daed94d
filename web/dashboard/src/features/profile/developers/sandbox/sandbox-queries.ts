import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';
import type { AnswerOf, BodyOf } from '@shared/api/types';

import { type KeyValues, newKeyOf } from '../../api-keys/api-key-queries';

/** The sandbox of the client, as in the published API. */
export type Sandbox = AnswerOf<'/v1/sandbox', 'get'>;

/** A test key in the list, which has only its last characters. */
export type TestKey = Sandbox['keys'][number];

/** An order of the sandbox that is pending. */
export type WaitingOrder = Sandbox['waiting'][number];

/** What becomes of an order by the last digits of its destination. */
export type SandboxNumber = Sandbox['numbers'][number];

/** How a person ends an order. */
export type OrderEnd = BodyOf<'/v1/sandbox/orders/end', 'post'>['as'];

/** Highest number of test keys of a client: docs/product/access.md#api-keys. */
export const mostTestKeys = 2;

// Programs place orders meanwhile, so the page asks again while somebody looks at it.
const interval = 10_000;

const sandboxKey = ['sandbox'] as const;

/** The sandbox: its keys, its wallets, the orders that wait, and what its numbers do. */
export function sandboxOptions() {
  return queryOptions({
    queryKey: sandboxKey,
    queryFn: ({ signal }) => unwrap(api.main.GET('/v1/sandbox', { signal })),
    refetchInterval: interval,
    meta: { inPlace: true },
  });
}

/** Makes a test key; the first one opens the sandbox. Only this answer ever contains it, so it is not cached. */
export function makeTestKeyOptions(zone: string) {
  return mutationOptions({
    mutationKey: ['sandbox', 'make-key'],
    mutationFn: (values: KeyValues) => unwrap(api.main.POST('/v1/sandbox/keys', { body: newKeyOf(values, zone) })),
    onSuccess: reloads(sandboxKey),
    gcTime: 0,
  });
}

/** Deletes a test key. */
export function removeTestKeyOptions() {
  return mutationOptions({
    mutationKey: ['sandbox', 'remove-key'],
    mutationFn: ({ id }: TestKey) => unwrap(api.main.DELETE('/v1/sandbox/keys/{id}', { params: { path: { id } } })),
    onSuccess: reloads(sandboxKey),
  });
}

/** Test money for a wallet. */
export interface AddedMoney {
  walletType: Sandbox['wallets'][number]['type'];
  /** Whole rupiah; undefined while the field is empty. */
  amount: number | undefined;
}

/** Adds test money to a wallet. */
export function addMoneyOptions() {
  return mutationOptions({
    mutationKey: ['sandbox', 'money'],
    mutationFn: ({ walletType, amount = 0 }: AddedMoney) =>
      unwrap(api.main.POST('/v1/sandbox/money', { body: { walletType, amount } })),
    onSuccess: reloads(sandboxKey),
  });
}

/** Ends an order that waits. */
export function endOrderOptions() {
  return mutationOptions({
    mutationKey: ['sandbox', 'end-order'],
    mutationFn: (body: BodyOf<'/v1/sandbox/orders/end', 'post'>) =>
      unwrap(api.main.POST('/v1/sandbox/orders/end', { body })),
    onSuccess: reloads(sandboxKey),
  });
}

/** Moves the clock of the sandbox forward. Its scheduled orders, periods and invoices follow, on other pages too. */
export function moveClockOptions() {
  return mutationOptions({
    mutationKey: ['sandbox', 'clock'],
    mutationFn: (hours: number) => unwrap(api.main.POST('/v1/sandbox/clock', { body: { hours } })),
    onSuccess: reloads(sandboxKey),
  });
}

/** The settlement of the sandbox as its form has it. */
export interface SandboxLimit {
  /** Whole rupiah; undefined while the field is empty. */
  limit: number | undefined;
  /** Days on which a period ends, added up. */
  days: string;
  dueDays: string;
}

/** Makes the settlement of the sandbox, or changes it. */
export function setLimitOptions() {
  return mutationOptions({
    mutationKey: ['sandbox', 'settlement'],
    mutationFn: ({ limit = 0, days, dueDays }: SandboxLimit) =>
      unwrap(
        api.main.POST('/v1/sandbox/settlement', { body: { limit, days: Number(days), dueDays: Number(dueDays) } }),
      ),
    onSuccess: reloads(sandboxKey),
  });
}

/** Marks an invoice of the sandbox as paid. */
export function payInvoiceOptions() {
  return mutationOptions({
    mutationKey: ['sandbox', 'pay-invoice'],
    mutationFn: (invoiceNo: string) => unwrap(api.main.POST('/v1/sandbox/invoices/pay', { body: { invoiceNo } })),
    onSuccess: reloads(sandboxKey),
  });
}

/** Begins the sandbox anew. */
export function resetSandboxOptions() {
  return mutationOptions({
    mutationKey: ['sandbox', 'reset'],
    mutationFn: () => unwrap(api.main.POST('/v1/sandbox/reset')),
    onSuccess: reloads(sandboxKey),
  });
}
