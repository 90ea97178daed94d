import { queryOptions } from '@tanstack/react-query';

import { api } from '@shared/api/client';
import { unwrap } from '@shared/api/problem';
import type { CurrentUser } from '@shared/api/types';

import { detailLifetime, session } from './session';

/** The permission ids of an answer: its keys whose value is true. */
export function permissionIds(answer: Record<string, boolean>): number[] {
  return Object.entries(answer)
    .filter(([, granted]) => granted)
    .map(([id]) => Number(id))
    .filter(Number.isInteger);
}

/** The user as they were stored last, and when. */
export function storedUser(): { user: CurrentUser; at: number } | undefined {
  const { userDetail, clientDetail } = session.read();
  if (!userDetail || !clientDetail) return undefined;
  return { user: { ...userDetail.value, Client: clientDetail.value }, at: Math.min(userDetail.at, clientDetail.at) };
}

/** The signed-in user: what is stored serves for five minutes, also over a reload. */
export function currentUserOptions() {
  return queryOptions({
    queryKey: ['session', 'user'],
    queryFn: async ({ signal }) => {
      const user = await unwrap(api.main.GET('/v1/user', { signal }));
      session.know(user, Date.now());
      return user;
    },
    initialData: () => storedUser()?.user,
    initialDataUpdatedAt: () => storedUser()?.at,
    staleTime: detailLifetime,
  });
}

/** The permission ids of the user, stored as they arrive. */
export function permissionsOptions() {
  return queryOptions({
    queryKey: ['session', 'permissions'],
    queryFn: async ({ signal }) => {
      const ids = permissionIds(await unwrap(api.main.GET('/v1/permission', { signal })));
      session.grant(ids);
      return ids;
    },
    // An empty list is an answer too. None is not: the page may have been left before it came.
    initialData: () => (storedUser() ? session.read().permissions : undefined),
    initialDataUpdatedAt: () => storedUser()?.at,
    staleTime: detailLifetime,
  });
}
