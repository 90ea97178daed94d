import { mutationOptions, type QueryClient } from '@tanstack/react-query';

import type { App } from '@shared/app/app';
import { isUnauthenticated } from '@shared/api/problem';
import type { Credentials, SignInAnswer } from '@shared/app/calls/user-calls';
import { UndefinedTokenError } from '@shared/errors/catalogue';
import type { HandleError } from '@shared/errors/error-handler';

/** A sign-in that waits for its second step. */
export interface FirstStep {
  /** Serves the second step alone. */
  token: string;
  username: string;
  methods: readonly string[];
  /** How many days the browser may skip the second step; 0: never. */
  rememberDays: number;
}

/** Where a sign-in leads first: to its second step, or to the set-up of a second factor that the client demands. */
export type NextStep = FirstStep | 'set-up' | undefined;

/** Stores token and username, and loads user and permissions. If that fails, the session ends again. */
export async function beginSession(
  { session, account }: App,
  queryClient: QueryClient,
  token: string,
  username: string,
): Promise<void> {
  queryClient.getQueryCache().clear();
  session.begin(token, username);
  try {
    await account.load(queryClient);
  } catch (error) {
    // If the password expired, the restricted token has replaced this one and stays.
    session.end(token);
    throw error;
  }
}

const testTimeout = 5000;

/**
 * Signs in: stores token and username, then loads user and permissions. If that fails, the user is signed out, so that
 * the form can be sent again. Returns the first step for a user with a second one.
 */
export function signInOptions(app: App, queryClient: QueryClient) {
  const { session } = app;
  return mutationOptions({
    mutationKey: ['session', 'sign-in'],
    mutationFn: async ({ clientId, username, password }: Credentials): Promise<NextStep> => {
      const credentials = { clientId, username: username.trim(), password };
      // A proxy may answer without a body.
      const answer: Partial<SignInAnswer> | null | undefined = await app.calls.signIn(credentials);
      const token = answer?.token;
      if (!token) throw new UndefinedTokenError();
      if (answer?.next === 'second_factor') {
        const { methods = [], rememberDays = 0 } = answer;
        return { token, username: credentials.username, methods, rememberDays };
      }
      if (answer?.next) {
        session.begin(token, credentials.username);
        return 'set-up';
      }
      await beginSession(app, queryClient, token, credentials.username);
      return undefined;
    },
    // Do not keep the password in the cache.
    gcTime: 0,
  });
}

/**
 * Reports whether the stored token is still valid. A refusal is announced by the error catalogue and removes the token,
 * except when the catalogue keeps it for changing an expired password.
 */
export async function storedSessionHolds({ calls, session }: App, handleError: HandleError): Promise<boolean> {
  const { token } = session.read();
  try {
    await calls.testSession(AbortSignal.timeout(testTimeout));
    return true;
  } catch (error) {
    const refused = isUnauthenticated(error);
    if (refused && error.code !== 'PasswordExpiredError') session.end(token);
    handleError(error);
    return false;
  }
}
