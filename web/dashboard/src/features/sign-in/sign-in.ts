import { mutationOptions, type QueryClient } from '@tanstack/react-query';

import { api } from '@/api';
import { isUnauthenticated, unwrap } from '@shared/api/problem';
import type { AnswerOf } from '@shared/api/types';
import { UndefinedTokenError } from '@shared/errors/catalogue';
import type { HandleError } from '@shared/errors/error-handler';
import { session } from '@/session/session';
import { currentUserOptions, permissionsOptions } from '@/session/current-user';

/** What the sign-in form holds; the client id as its digits. */
export interface Credentials {
  clientId: string;
  username: string;
  password: string;
}

type SignInAnswer = AnswerOf<'/v1/auth', 'post'>;

const testTimeout = 5000;

/**
 * Signs in: stores token and username, then loads what the shell needs to know. Where that fails nobody is signed
 * in, so that the form can simply be sent again.
 */
export function signInOptions(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['session', 'sign-in'],
    mutationFn: async ({ clientId, username, password }: Credentials) => {
      const body = { clientId: Number(clientId), username: username.trim(), password };
      // What stands before the program may answer without a body.
      const answer: Partial<SignInAnswer> | null | undefined = await unwrap(api.main.POST('/v1/auth', { body }));
      const token = answer?.token;
      if (!token) throw new UndefinedTokenError();
      queryClient.getQueryCache().clear();
      session.begin(token, body.username);
      try {
        const loads = [queryClient.fetchQuery(permissionsOptions()), queryClient.fetchQuery(currentUserOptions())];
        await Promise.all(loads);
      } catch (error) {
        // An expired password has put its own token in the place of ours by now: that one stays.
        session.end(token);
        throw error;
      }
    },
    // The password must not stay in a cache once it was sent.
    gcTime: 0,
  });
}

/**
 * Whether the stored token still opens a session. A refusal is told by the error catalogue and forgets the token,
 * except where the catalogue keeps it for the change of an expired password.
 */
export async function storedSessionHolds(handleError: HandleError): Promise<boolean> {
  const { token } = session.read();
  try {
    await unwrap(api.main.GET('/v1/auth/test', { signal: AbortSignal.timeout(testTimeout) }));
    return true;
  } catch (error) {
    const refused = isUnauthenticated(error);
    if (refused && error.code !== 'PasswordExpiredError') session.end(token);
    handleError(error);
    return false;
  }
}
