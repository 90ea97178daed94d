import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import { digestOf } from '@shared/form/sent-request';

import { type CheckAnswer, type CheckInput, lineChecksKey } from '../order-queries';
import { checkList, type WholeCheck } from './check-list';
import type { KeptVerdicts } from './kept-verdicts';

/** Proceed asks again for what was judged longer ago than this, in milliseconds: what was paid recently changes. */
const proceedLifetime = 60_000;
/** A change of the list asks again for verdicts that are older than this, in milliseconds. */
const editLifetime = 600_000;

async function askCheck(input: CheckInput, signal?: AbortSignal): Promise<CheckAnswer> {
  return (await unwrap(api.main.POST('/v1/scheduled-orders/check', { body: input, ...(signal && { signal }) }))).data;
}

/**
 * Judges an order after a change of it. The key has the input's digest, since ten thousand numbers are too long for a key.
 * The form shows a failure, and Proceed asks about it.
 */
export function checkOrderOptions(input: CheckInput, verdicts: KeptVerdicts) {
  return queryOptions({
    queryKey: [...lineChecksKey, verdicts.scope, digestOf(input)],
    queryFn: async ({ signal }): Promise<WholeCheck> =>
      await checkList(input, verdicts, Date.now() - editLifetime, (part) => askCheck(part, signal)),
    enabled: input.destinationNos.length > 0,
    placeholderData: keepPreviousData,
    staleTime: proceedLifetime,
    gcTime: proceedLifetime,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchOnMount: 'always',
    meta: { inPlace: true },
  });
}

/** Whether Proceed may go on with a judgement: it is as young as it has to be. */
export function isYoung({ askedAt }: WholeCheck): boolean {
  return Date.now() - askedAt < proceedLifetime;
}

/** Judges an order for Proceed: what was judged too long ago is asked again. */
export async function checkForProceed(input: CheckInput, verdicts: KeptVerdicts): Promise<WholeCheck> {
  return await checkList(input, verdicts, Date.now() - proceedLifetime, askCheck);
}
