import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';
import type { AnswerOf } from '@shared/api/types';
import type { NewApp } from '@shared/app/factors/enrol-dialog';

/** The second factors of the user. */
export type Factors = AnswerOf<'/v1/user/factors', 'get'>;
/** A browser whose sign-ins skip the second step. */
export type RememberedBrowser = Factors['browsers'][number];

export function factorsOptions() {
  return queryOptions({
    queryKey: ['session', 'factors'],
    queryFn: ({ signal }) => unwrap(api.main.GET('/v1/user/factors', { signal })),
    meta: { inPlace: true },
  });
}

/** Makes the secret of another app. */
export function makeAppOptions() {
  return mutationOptions({
    mutationKey: ['session', 'factors', 'make'],
    mutationFn: (): Promise<NewApp> => unwrap(api.main.POST('/v1/user/factors/totp')),
    gcTime: 0,
  });
}

/** Confirms an app by its first code. Returns recovery codes if it is the first factor. */
export function confirmAppOptions(id: string) {
  return mutationOptions({
    mutationKey: ['session', 'factors', 'confirm'],
    mutationFn: async ({ code }: { code: string }) => {
      const params = { path: { id } };
      const body = { code: code.replaceAll(' ', '') };
      const answer = await unwrap(api.main.POST('/v1/user/factors/totp/{id}/confirm', { params, body }));
      return answer.recoveryCodes;
    },
    meta: { keepSession: true },
    gcTime: 0,
    onSuccess: reloads(factorsOptions().queryKey),
  });
}

/** Has the browser make a passkey, and adds it. Returns recovery codes if it is the first factor. */
export function addPasskeyOptions() {
  return mutationOptions({
    mutationKey: ['session', 'factors', 'passkey'],
    mutationFn: async ({ name }: { name: string }) => {
      // Loaded when a user asks for it.
      const { makePasskey } = await import('@shared/app/passkey/passkey');
      const answer = await makePasskey({
        ask: () => unwrap(api.main.POST('/v1/user/factors/passkey/options')),
        send: (passkey) => unwrap(api.main.POST('/v1/user/factors/passkey', { body: { name: name.trim(), passkey } })),
      });
      return answer.recoveryCodes;
    },
    gcTime: 0,
    onSuccess: reloads(factorsOptions().queryKey),
  });
}

/** Removes a factor. */
export function removeFactorOptions() {
  return mutationOptions({
    mutationKey: ['session', 'factors', 'remove'],
    mutationFn: (id: string) => unwrap(api.main.DELETE('/v1/user/factors/{id}', { params: { path: { id } } })),
    onSuccess: reloads(factorsOptions().queryKey),
  });
}

/** Makes new recovery codes; those before serve no more. */
export function makeCodesOptions() {
  return mutationOptions({
    mutationKey: ['session', 'factors', 'codes'],
    mutationFn: async () => {
      const answer = await unwrap(api.main.POST('/v1/user/factors/recovery-codes'));
      return answer.recoveryCodes;
    },
    gcTime: 0,
    onSuccess: reloads(factorsOptions().queryKey),
  });
}

/** Lets a browser be asked for the second step again. */
export function forgetBrowserOptions() {
  return mutationOptions({
    mutationKey: ['session', 'browsers', 'forget'],
    mutationFn: ({ id }: { id: string }) =>
      unwrap(api.main.DELETE('/v1/user/remembered-browsers/{id}', { params: { path: { id } } })),
    onSuccess: reloads(factorsOptions().queryKey),
  });
}
