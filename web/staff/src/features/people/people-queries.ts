import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import type { AnswerOf } from '@/api-types';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';

const peopleKey = ['people'] as const;

export type Colleague = AnswerOf<'/staff/v1/people', 'get'>[number];

/** All staff. */
export function peopleOptions() {
  return queryOptions({
    queryKey: peopleKey,
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/people', { signal })),
    meta: { inPlace: true },
  });
}

/** The roles of staff, and what each may do. */
export function rolesOptions() {
  return queryOptions({
    queryKey: ['staff-roles'],
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/roles', { signal })),
    meta: { inPlace: true },
  });
}

interface NewColleague {
  username: string;
  fullName: string;
  email: string;
  /** A number as text: the value of a list. */
  roleId: string;
  reason: string;
}

/** Makes a user of staff, whose role a second person decides. */
export function addColleagueOptions() {
  return mutationOptions({
    mutationKey: [...peopleKey, 'add'],
    mutationFn: async (input: NewColleague) => {
      const body = { ...input, roleId: Number(input.roleId) };
      await unwrap(api.POST('/staff/v1/people', { body }));
      return { username: input.username, email: input.email };
    },
    onSuccess: reloads(peopleKey),
  });
}

/** Asks for another role. Nothing changes before a second person approves. */
export function changeRoleOptions(id: string) {
  return mutationOptions({
    mutationKey: [...peopleKey, 'role'],
    mutationFn: ({ roleId, reason }: { roleId: string; reason: string }) =>
      unwrap(
        api.POST('/staff/v1/people/{id}/role', { params: { path: { id } }, body: { roleId: Number(roleId), reason } }),
      ),
  });
}

/** Closes an account and ends its sessions. */
export function switchOffOptions(id: string) {
  return mutationOptions({
    mutationKey: [...peopleKey, 'off'],
    mutationFn: (body: { reason: string }) =>
      unwrap(api.POST('/staff/v1/people/{id}/off', { params: { path: { id } }, body })),
    onSuccess: reloads(peopleKey),
  });
}
