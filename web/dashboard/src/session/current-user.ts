import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import type { ClientDetail, CurrentUser, UserDetail } from '@shared/api/types';

import { keepAccountLanguage } from './account-language';
import { rootRole } from './permissions';
import { session } from './session';

/** How long user, client and permissions count as fresh, also over a reload, in milliseconds. */
const detailLifetime = 5 * 60 * 1000;

/** The permission ids of an answer: its keys whose value is true. */
export function permissionIds(answer: Record<string, boolean>): number[] {
  return Object.entries(answer)
    .filter(([, granted]) => granted)
    .map(([id]) => Number(id))
    .filter(Number.isInteger);
}

/** The signed-in user with their client. The shell keeps it fresh; parts of the page read it by `useCurrentUser`. */
export function currentUserOptions() {
  return queryOptions({
    queryKey: ['session', 'user'],
    queryFn: async ({ signal }) => {
      const user = await unwrap(api.main.GET('/v1/user', { signal }));
      const { Client: client, ...detail } = user;
      session.keep('userDetail', detail);
      session.keep('clientDetail', client);
      keepAccountLanguage(detail.language);
      return user;
    },
    staleTime: detailLifetime,
  });
}

/** The permission ids of the user. The shell keeps them fresh; parts of the page read them by `usePermissions`. */
export function permissionsOptions() {
  return queryOptions({
    queryKey: ['session', 'permissions'],
    queryFn: async ({ signal }) => {
      const ids = permissionIds(await unwrap(api.main.GET('/v1/permission', { signal })));
      session.keep('permissions', ids);
      return ids;
    },
    staleTime: detailLifetime,
  });
}

/**
 * Gives the queries what the browser kept, each with its own date: at the start, and when another tab stored something
 * newer. A root user without a PIN counts as out of date, because a PIN is confirmed in another tab.
 */
export function seedSessionQueries(queryClient: QueryClient): void {
  const user = session.kept<UserDetail>('userDetail');
  const client = session.kept<ClientDetail>('clientDetail');
  if (user && client) {
    const value = { ...user.value, Client: client.value };
    const mayChange = isRoot(value) && !value.pin;
    seed(queryClient, currentUserOptions().queryKey, value, mayChange ? 1 : Math.min(user.at, client.at));
  }
  const permissions = session.kept<number[]>('permissions');
  if (permissions) seed(queryClient, permissionsOptions().queryKey, permissions.value, permissions.at);
}

function seed(queryClient: QueryClient, key: readonly unknown[], value: unknown, updatedAt: number): void {
  const known = queryClient.getQueryState(key)?.dataUpdatedAt ?? 0;
  if (updatedAt > known) queryClient.setQueryData(key, value, { updatedAt });
}

/** Has the next load of the page ask the server who the user is. */
export function dropKeptUser(): void {
  session.drop('userDetail');
  session.drop('clientDetail');
}

/** The signed-in user with their client, as far as known; asks for nothing. */
export function useCurrentUser(): CurrentUser | undefined {
  return useQuery({ ...currentUserOptions(), enabled: false }).data;
}

/** The permission ids of the user; none while they are not known. */
export function usePermissions(): readonly number[] {
  return useQuery({ ...permissionsOptions(), enabled: false }).data ?? noPermissions;
}

const noPermissions: readonly number[] = [];

/** What decides which areas and sections a menu shows. */
export interface Gates {
  /** Of the client. */
  features: readonly string[];
  /** Ids of the permissions of the user. */
  permissions: readonly number[];
}

/**
 * The gates of the signed-in user. Undefined until user and permissions are known, so that no entry of a menu comes
 * late; what could not be loaded opens nothing.
 */
export function useGates(): Gates | undefined {
  const user = useQuery({ ...currentUserOptions(), enabled: false });
  const permissions = useQuery({ ...permissionsOptions(), enabled: false });
  if ([user, permissions].some(({ data, isError }) => data === undefined && !isError)) return undefined;
  return { features: user.data?.Client.features ?? [], permissions: permissions.data ?? noPermissions };
}

/** Whether the user holds a permission. */
export function useHolds(id: number): boolean {
  return usePermissions().includes(id);
}

/** Whether the client of a user has a feature. */
export function hasFeature(user: CurrentUser | undefined, name: string): boolean {
  return user?.Client.features.includes(name) ?? false;
}

/** Whether a user is a root user of their client. */
export function isRoot(user: CurrentUser | undefined): boolean {
  return user?.role.includes(rootRole) ?? false;
}
