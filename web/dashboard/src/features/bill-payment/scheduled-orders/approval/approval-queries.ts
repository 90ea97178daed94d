import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import { reloads, reloadsAnyway } from '@shared/api/reloads';
import type { AnswerOf } from '@shared/api/types';

import { scheduledKeys } from '../scheduled-order-queries';

/** The total above which a second user approves, and the change of it that waits for another user. */
export type ApprovalSetting = AnswerOf<'/v1/scheduled-orders/approval', 'get'>['data'];

/** A change that protects less. It waits until another user approves it. */
export type WaitingChange = NonNullable<ApprovalSetting['pending']>;

/** The setting of the approval. */
export function approvalOptions() {
  return queryOptions({
    queryKey: scheduledKeys.approval,
    queryFn: async ({ signal }): Promise<ApprovalSetting> =>
      (await unwrap(api.main.GET('/v1/scheduled-orders/approval', { signal }))).data,
    meta: { inPlace: true },
  });
}

/** The input of the approval's form. Without an amount, no order needs an approval. */
export interface ApprovalInput {
  amount: number | undefined;
  pin: string;
}

/**
 * Sets the total above which a second user approves. Its answer has a waiting change if another user has to agree. The
 * form shows refusals; a wrong PIN doesn't end the session.
 */
export function saveApprovalOptions() {
  return mutationOptions({
    mutationKey: ['scheduled-orders', 'approval'],
    mutationFn: async ({ amount, pin }: ApprovalInput): Promise<ApprovalSetting> =>
      (await unwrap(api.main.PUT('/v1/scheduled-orders/approval', { body: { amount: amount ?? null, pin } }))).data,
    meta: { keepSession: true },
    onSuccess: reloads(scheduledKeys.approval),
  });
}

/**
 * Approves the waiting change of another user, as it was shown. The server refuses another one. The form shows refusals;
 * a wrong PIN doesn't end the session.
 */
export function approveChangeOptions(shown: WaitingChange) {
  return mutationOptions({
    mutationKey: ['scheduled-orders', 'approval', 'approve'],
    mutationFn: (input: { pin: string }) =>
      unwrap(api.main.POST('/v1/scheduled-orders/approval/approve', { body: { amount: shown.amount, ...input } })),
    meta: { keepSession: true },
    // Also after a refusal: somebody may have been faster, and then the dialog shows what holds now.
    onSettled: reloadsAnyway(scheduledKeys.approval),
  });
}

/** Rejects the waiting change of another user, as it was shown. */
export function rejectChangeOptions(shown: WaitingChange) {
  return mutationOptions({
    mutationKey: ['scheduled-orders', 'approval', 'reject'],
    mutationFn: () => unwrap(api.main.POST('/v1/scheduled-orders/approval/reject', { body: { amount: shown.amount } })),
    onSettled: reloadsAnyway(scheduledKeys.approval),
  });
}

/** Refusals that are about the PIN. They are shown at its field. */
const pinRefusals = new Set(['InvalidPinError', 'PinLockedError', 'PinNotSetError']);

/** The message at the PIN for a refusal that is about it. */
export function pinProblem({ code, text }: { code: string; text: string }): { pin: string } | undefined {
  return pinRefusals.has(code) ? { pin: text } : undefined;
}
