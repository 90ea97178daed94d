import type { QueryClient } from '@tanstack/react-query';

import type { App } from '@shared/app/app';
import { signByPasskey } from '@shared/app/passkey/passkey';
import { passkeyCalls } from '@shared/app/passkey/passkey-calls';

import { beginSession } from './sign-in';

/** Signs in by a passkey alone. */
export async function signInByPasskey(app: App, queryClient: QueryClient): Promise<void> {
  const { token, username } = await signByPasskey((await passkeyCalls(app.calls)).signIn);
  await beginSession(app, queryClient, token, username);
}
