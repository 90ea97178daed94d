import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';
import type { AnswerOf, BodyOf } from '@shared/api/types';

/** The roles of the client, and what a role of its own can hold. */
export type ClientRoles = AnswerOf<'/v1/roles', 'get'>;
/** A role. */
export type ClientRole = ClientRoles['roles'][number];
/** A permission that a role can have. */
export type Right = ClientRoles['rights'][number];

const rolesKey = ['roles'] as const;
const usersKey = ['users'] as const;

/** The roles that users of the client have or can get. */
export function rolesOptions() {
  return queryOptions({
    queryKey: rolesKey,
    queryFn: ({ signal }) => unwrap(api.main.GET('/v1/roles', { signal })),
    meta: { inPlace: true },
  });
}

/** Makes a role with the permissions of a preset. */
export function makeRoleOptions(permissionsOf: (preset: string) => number[]) {
  return mutationOptions({
    mutationKey: ['roles', 'make'],
    mutationFn: ({ name, preset }: { name: string; preset: string }) =>
      unwrap(api.main.POST('/v1/roles', { body: { name: name.trim(), permission: permissionsOf(preset) } })),
    onSuccess: reloads(rolesKey),
  });
}

/** Changes a role. */
export function saveRoleOptions() {
  return mutationOptions({
    mutationKey: ['roles', 'save'],
    mutationFn: ({ id, ...body }: { id: number } & BodyOf<'/v1/roles/{id}', 'patch'>) =>
      unwrap(
        api.main.PATCH('/v1/roles/{id}', {
          params: { path: { id: String(id) } },
          body,
        }),
      ),
    onSuccess: reloads(rolesKey, usersKey),
  });
}

/** Deletes a role that nobody has. */
export function removeRoleOptions() {
  return mutationOptions({
    mutationKey: ['roles', 'remove'],
    mutationFn: (id: number) =>
      unwrap(
        api.main.DELETE('/v1/roles/{id}', {
          params: { path: { id: String(id) } },
        }),
      ),
    onSuccess: reloads(rolesKey),
  });
}

/** Gives a user a role in place of the one before. */
export function giveRoleOptions() {
  return mutationOptions({
    mutationKey: ['roles', 'give'],
    mutationFn: ({ user, role }: { user: string; role: string }) =>
      unwrap(
        api.main.PATCH('/v1/user/{id}/role', {
          params: { path: { id: user } },
          body: { roleId: [Number(role)] },
        }),
      ),
    onSuccess: reloads(usersKey, rolesKey),
  });
}
