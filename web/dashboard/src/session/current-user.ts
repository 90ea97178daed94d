import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import type { ClientDetail, CurrentUser, UserDetail } from '@shared/api/types';

import { keepAccountLanguage } from '@shared/app/session/account-language';
import { rootRole } from './permissions';
import { session } from './session';

/** How long user, client and permissions count as fresh, also after a reload, in milliseconds. */
const detailLifetime = 5 * 60 * 1000;

/** Values of the user that are stored by themselves (docs/product/shell.md#session-in-the-browser). */
const ownValues = ['fullName', 'role', 'roleName', 'email'] as const;

/** Returns the permission ids of an answer: the keys whose value is true. */
export function permissionIds(answer: Record<string, boolean>): number[] {
  return Object.entries(answer)
    .filter(([, granted]) => granted)
    .map(([id]) => Number(id))
    .filter(Number.isInteger);
}

/**
 * The query of the signed-in user with their client. The shell keeps it fresh; other parts read it by `useCurrentUser`.
 */
export function currentUserOptions() {
  return queryOptions({
    queryKey: ['session', 'user'],
    queryFn: async ({ signal }) => {
      const user = await unwrap(api.main.GET('/v1/user', { signal }));
      // Nothing of a session that has ended is stored in the next one.
      signal.throwIfAborted();
      const { Client: client, ...detail } = user;
      session.keep('userDetail', detail);
      session.keep('clientDetail', client);
      for (const name of ownValues) session.keep(name, detail[name]);
      keepAccountLanguage(detail.language);
      return user;
    },
    staleTime: detailLifetime,
    // The shell shows the failure in place of the page.
    meta: { inPlace: true },
  });
}

/** The query of the permission ids of the user. The shell keeps it fresh; other parts read it by `usePermissions`. */
export function permissionsOptions() {
  return queryOptions({
    queryKey: ['session', 'permissions'],
    queryFn: async ({ signal }) => {
      const ids = permissionIds(await unwrap(api.main.GET('/v1/permission', { signal })));
      signal.throwIfAborted();
      session.keep('permissions', ids);
      return ids;
    },
    staleTime: detailLifetime,
    // The shell shows the failure in place of the page.
    meta: { inPlace: true },
  });
}

/**
 * Fills the queries with the values that the browser stored, each with its own date: at the start, and when another tab
 * stores newer ones. A root user without a PIN counts as stale, because a PIN is confirmed in another tab.
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

/** Makes the next page load ask the server for the user. */
export function dropKeptUser(): void {
  session.drop('userDetail');
  session.drop('clientDetail');
}

/** Returns the signed-in user, or undefined while unknown. Makes no call. */
export function useCurrentUser(): CurrentUser | undefined {
  return useQuery({ ...currentUserOptions(), enabled: false }).data;
}

/** Returns the permission ids of the user; empty while unknown. */
function usePermissions(): readonly number[] {
  return useQuery({ ...permissionsOptions(), enabled: false }).data ?? noPermissions;
}

const noPermissions: readonly number[] = [];

/** The features and permissions that decide which areas and sections a menu shows. */
export interface Access {
  /** Features of the client. */
  features: readonly string[];
  /** Permission ids of the user. */
  permissions: readonly number[];
}

/**
 * Returns the features and permissions of the user. Undefined until both are known, so that menu entries appear
 * together. If they cannot be loaded, they are empty.
 */
export function useAccess(): Access | undefined {
  const user = useQuery({ ...currentUserOptions(), enabled: false });
  const permissions = useQuery({ ...permissionsOptions(), enabled: false });
  if ([user, permissions].some(({ data, isError }) => data === undefined && !isError)) return undefined;
  return { features: user.data?.Client.features ?? [], permissions: permissions.data ?? noPermissions };
}

/** Reports whether the user has a permission. */
export function useHasPermission(id: number): boolean {
  return usePermissions().includes(id);
}

/** Reports whether the client of a user has a feature. */
export function hasFeature(user: CurrentUser | undefined, name: string): boolean {
  return user?.Client.features.includes(name) ?? false;
}

/** Reports whether a user is a root user. */
export function isRoot(user: CurrentUser | undefined): boolean {
  return user?.role.includes(rootRole) ?? false;
}
