import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import type { AnswerOf } from '@shared/api/types';

/** A user in the list of the client's users; the same call lists API keys too. */
export type ListedUser = Extract<AnswerOf<'/v1/user/list', 'get'>[number], { username: string }>;

/** Users that a user of the client may make have this role: section 6 of the specification of the shell. */
const newUserRole = 8;

/** The users of the client. */
export function userListOptions() {
  return queryOptions({
    queryKey: ['users'],
    queryFn: async ({ signal }): Promise<ListedUser[]> => {
      const rows = await unwrap(api.main.GET('/v1/user/list', { signal }));
      return rows.filter((row) => 'username' in row);
    },
    meta: { inPlace: true },
  });
}

/** Makes a user, whose credentials go out by e-mail; the form says which field was refused. */
export function addUserOptions() {
  return mutationOptions({
    mutationKey: ['users', 'add'],
    mutationFn: ({ username, email }: { username: string; email: string }) => {
      const body = { username, email: email.trim(), roleId: [newUserRole] };
      return unwrap(api.main.POST('/v1/user', { body }));
    },
    meta: { inPlace: true },
  });
}

/** Deletes a user. */
export function removeUserOptions() {
  return mutationOptions({
    mutationKey: ['users', 'remove'],
    mutationFn: (id: string) => unwrap(api.main.DELETE('/v1/user/{id}', { params: { path: { id } } })),
  });
}
