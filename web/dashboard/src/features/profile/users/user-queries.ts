import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';
import type { AnswerOf } from '@shared/api/types';

import type { UserSearch } from './user-search';

/** A user in the list of the client's users; the same call lists API keys too. */
export type ListedUser = Extract<AnswerOf<'/v1/user/list', 'get'>[number], { username: string }>;

/** The role of users that a client adds, unless it chooses one of its own: docs/product/access.md#users. */
export const newUserRole = 8;

/** Query key of all pages of users. */
const userListKey = ['users'] as const;

/** A page of the client's users, newest first. */
export function userListOptions({ query, page }: UserSearch) {
  return queryOptions({
    queryKey: [...userListKey, { query, page }],
    queryFn: async ({ signal }): Promise<ListedUser[]> => {
      const params = {
        query: { ...(query && { query }), ...(page && { page }) },
      };
      const rows = await unwrap(api.main.GET('/v1/user/list', { params, signal }));
      return rows.filter((row) => 'username' in row);
    },
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
}

/** Adds a user. The server mails the credentials. The form shows refused fields. */
export function addUserOptions() {
  return mutationOptions({
    mutationKey: ['users', 'add'],
    mutationFn: ({ username, email, role }: { username: string; email: string; role: string }) => {
      const body = { username, email: email.trim(), roleId: [Number(role)] };
      return unwrap(api.main.POST('/v1/user', { body }));
    },
    onSuccess: reloads(userListKey),
  });
}

/** Mails another user the link for a PIN. */
export function startPinOptions() {
  return mutationOptions({
    mutationKey: ['users', 'pin'],
    mutationFn: (id: string) => unwrap(api.main.POST('/v1/user/{id}/pin', { params: { path: { id } } })),
    meta: { inPlace: true },
  });
}

/** Starts the removal of a colleague's second factors. */
export function startFactorResetOptions() {
  return mutationOptions({
    mutationKey: ['users', 'reset'],
    mutationFn: (id: string) => unwrap(api.main.POST('/v1/user/{id}/factor-reset', { params: { path: { id } } })),
    onSuccess: reloads(userListKey),
  });
}

/** Cancels it. */
export function cancelFactorResetOptions() {
  return mutationOptions({
    mutationKey: ['users', 'reset-cancel'],
    mutationFn: (id: string) =>
      unwrap(api.main.POST('/v1/user/{id}/factor-reset/cancel', { params: { path: { id } } })),
    onSuccess: reloads(userListKey),
  });
}

/** Deletes a user. */
export function removeUserOptions() {
  return mutationOptions({
    mutationKey: ['users', 'remove'],
    mutationFn: ({ id }: { id: string }) => unwrap(api.main.DELETE('/v1/user/{id}', { params: { path: { id } } })),
    onSuccess: reloads(userListKey),
  });
}
