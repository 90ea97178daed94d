import { useQuery } from '@tanstack/react-query';

import { useFailure } from '@shared/state/use-failure';

import type { Account, AppUser } from './account';

const noPermissions: readonly number[] = [];

/** The features and permissions that decide which areas, pages and sections a user sees. */
export interface Access {
  features: readonly string[];
  /** Permission ids of the user. */
  permissions: readonly number[];
}

/** Returns the signed-in user, or undefined while unknown. Makes no call. */
export function useAppUser(account: Account): AppUser | undefined {
  return useQuery({ ...account.appUserOptions(), enabled: false }).data;
}

/**
 * Returns the features and permissions of the user. Undefined until both are known, also after a failure, which the shell
 * shows. Makes no call.
 */
export function useAccess(account: Account): Access | undefined {
  const user = useAppUser(account);
  const { data: permissions } = useQuery({ ...account.permissionsOptions(), enabled: false });
  return user && permissions && { features: user.features, permissions };
}

/**
 * Returns what a menu shows entries for: as `useAccess`, so that the entries appear together. What could not be loaded is
 * empty, because a menu is needed to leave the page. Never refuse something by it. Makes no call.
 */
export function useMenuAccess(account: Account): Access | undefined {
  const user = useQuery({ ...account.appUserOptions(), enabled: false });
  const permissions = useQuery({ ...account.permissionsOptions(), enabled: false });
  if ([user, permissions].some(({ data, isError }) => data === undefined && !isError)) return undefined;
  return { features: user.data?.features ?? [], permissions: permissions.data ?? noPermissions };
}

/** Reports whether the user has a permission; not while that is unknown. Makes no call. */
export function useHasPermission(account: Account, id: number): boolean {
  const { data } = useQuery({ ...account.permissionsOptions(), enabled: false });
  return data?.includes(id) ?? false;
}

/** The state of user and permissions. */
interface AccountLoads {
  user: AppUser | undefined;
  /** Why one of them is not known, or null. */
  failure: Error | null;
  loading: boolean;
  retry: () => void;
}

/** Keeps user and permissions fresh. The shell does; all others read what is known. */
export function useAccountLoads(account: Account): AccountLoads {
  const user = useQuery(account.appUserOptions());
  const permissions = useQuery(account.permissionsOptions());
  const userFailure = useFailure(user);
  return {
    user: user.data,
    failure: useFailure(permissions) ?? userFailure,
    loading: user.isFetching || permissions.isFetching,
    retry: () => {
      for (const load of [user, permissions]) if (load.data === undefined) void load.refetch();
    },
  };
}
