import { useQuery } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import type { ClientDetail, CurrentUser, UserDetail } from '@shared/api/types';
import { createAccount } from '@shared/app/session/account';
import {
  type Access,
  useAccess as useAccountAccess,
  useHasPermission as useAccountPermission,
  useMenuAccess as useAccountMenuAccess,
} from '@shared/app/session/use-account';
import type { StoredValue } from '@shared/session/session';

import { rootRole } from './permissions';
import { session } from './session';

/** Values of the user that are stored by themselves (docs/product/shell.md#session-in-the-browser). */
const ownValues = ['fullName', 'role', 'roleName', 'email'] as const;

/** Returns the permission ids of an answer: the keys whose value is true. */
export function permissionIds(answer: Record<string, boolean>): number[] {
  return Object.entries(answer)
    .filter(([, granted]) => granted)
    .map(([id]) => Number(id))
    .filter(Number.isInteger);
}

function keep({ Client: client, ...detail }: CurrentUser): void {
  session.keep('userDetail', detail);
  session.keep('clientDetail', client);
  for (const name of ownValues) session.keep(name, detail[name]);
}

/** A root user without a PIN counts as out of date, because a PIN is confirmed in another tab. */
function readStoredUser(): StoredValue<CurrentUser> | undefined {
  const user = session.readStored<UserDetail>('userDetail');
  const client = session.readStored<ClientDetail>('clientDetail');
  if (!user || !client) return undefined;
  const value = { ...user.value, Client: client.value };
  const mayChange = isRoot(value) && !value.pin;
  return { value, at: mayChange ? 1 : Math.min(user.at, client.at) };
}

/** The signed-in user of the dashboard with their client. */
export const account = createAccount<CurrentUser>({
  session,
  askUser: (signal) => unwrap(api.main.GET('/v1/user', { signal })),
  askPermissions: async (signal) => permissionIds(await unwrap(api.main.GET('/v1/permission', { signal }))),
  describe: ({ fullName, email, language, idleMinutes, Client: { timeZone, features } }) => ({
    fullName,
    detail: email,
    language,
    timeZone,
    features,
    idleMinutes,
  }),
  keep,
  readStoredUser,
});

/** The query of the signed-in user. The shell keeps it fresh; other parts read it by `useCurrentUser`. */
export const currentUserOptions = account.userOptions;

/** Returns the signed-in user, or undefined while unknown. Makes no call. */
export function useCurrentUser(): CurrentUser | undefined {
  return useQuery({ ...currentUserOptions(), enabled: false }).data;
}

/** Returns the features and permissions of the user; undefined until both are known. */
export function useAccess(): Access | undefined {
  return useAccountAccess(account);
}

/** Returns the features and permissions that a menu shows entries for; empty if they could not be loaded. */
export function useMenuAccess(): Access | undefined {
  return useAccountMenuAccess(account);
}

/** Reports whether the user has a permission. */
export function useHasPermission(id: number): boolean {
  return useAccountPermission(account, id);
}

/** Reports whether one of staff looks at the portal as the user sees it. */
export function useLooks(): boolean {
  return Boolean(useCurrentUser()?.look);
}

/** Makes the next page load ask the server for the user. */
export function dropKeptUser(): void {
  session.drop('userDetail');
  session.drop('clientDetail');
}

/** Reports whether a user is a root user. */
export function isRoot(user: CurrentUser | undefined): boolean {
  return user?.role.includes(rootRole) ?? false;
}
