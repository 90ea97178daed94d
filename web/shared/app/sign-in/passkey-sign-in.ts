import type { QueryClient } from '@tanstack/react-query';

import type { App } from '@shared/app/app';
import { signByPasskey } from '@shared/app/passkey/passkey';

import { beginSession } from './sign-in';

/** Signs in by a passkey alone. */
export async function signInByPasskey(app: App, queryClient: QueryClient): Promise<void> {
  const { passkeys } = app.calls;
  if (!passkeys) throw new Error('the server takes no passkeys');
  const { token, username } = await signByPasskey(passkeys.signIn);
  await beginSession(app, queryClient, token, username);
}
