import type { ClientDetail, CurrentUser, UserDetail } from '@shared/api/types';
import type { EarlyCalls } from '@shared/app/start/early-calls';

/** What a user must have before an early call is made for them, since a refused call would be an error in the console. */
interface Need {
  permission?: number;
  feature?: string;
}

/** What the session keeps under some names. */
interface AccountValues {
  userDetail: UserDetail;
  clientDetail: ClientDetail;
  permissions: number[];
}

/** Early calls that depend on the user. */
export interface AccountCalls extends EarlyCalls {
  /** The client of the user. */
  client: Promise<ClientDetail>;
  /** Resolves once the user is known to have what a call needs, and rejects if they don't. */
  need: (need: Need) => Promise<void>;
}

/** Asks for the user and their permissions, unless the session keeps fresh ones, as src/session/current-user.ts. */
export function accountCalls(early: EarlyCalls): AccountCalls {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const fresh = <Name extends keyof AccountValues>(name: Name) => early.fresh(name) as AccountValues[Name] | undefined;
  const user = fresh('userDetail');
  const storedClient = fresh('clientDetail');
  const storedPermissions = fresh('permissions');
  // That of a root user without a PIN is never fresh: it is confirmed in another tab.
  const isFresh = user && storedClient && (user.pin || !user.role.includes('client_root'));
  const client = isFresh
    ? Promise.resolve(storedClient)
    : early.askPlain<CurrentUser>('/v1/user').then((one) => one.Client);
  const permissions = storedPermissions
    ? Promise.resolve(storedPermissions)
    : early.askPlain<Record<string, boolean>>('/v1/permission').then(granted);
  // The app asks again and says what is wrong.
  for (const load of [client, permissions]) load.catch(() => undefined);
  return {
    ...early,
    client,
    need: async ({ permission, feature }) => {
      const [{ features }, ids] = await Promise.all([client, permissions]);
      const allowed = permission === undefined || ids.includes(permission);
      if (!allowed || (feature !== undefined && !features.includes(feature))) throw new Error('not for this user');
    },
  };
}

function granted(answer: Record<string, boolean>): number[] {
  return Object.keys(answer)
    .filter((id) => answer[id])
    .map(Number);
}
