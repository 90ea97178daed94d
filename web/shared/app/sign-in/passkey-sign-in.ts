import type { QueryClient } from '@tanstack/react-query';

import { unwrap } from '@shared/api/problem';
import type { App } from '@shared/app/app';
import { signByPasskey } from '@shared/app/passkey/passkey';

import { beginSession } from './sign-in';

/** Signs in by a passkey alone. */
export async function signInByPasskey(app: App, queryClient: QueryClient): Promise<void> {
  const { main } = app.api;
  const { token, username } = await signByPasskey(
    () => unwrap(main.POST('/v1/auth/passkey/options')),
    (passkey) => unwrap(main.POST('/v1/auth/passkey', { body: { passkey } })),
  );
  await beginSession(app, queryClient, token, username);
}
