import { redirect } from '@tanstack/react-router';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import type { RouterContext } from '@shared/app/router-context';
import { beginSession } from '@shared/app/sign-in/sign-in';

interface LookVisit {
  context: RouterContext;
  /** Its hash is what the address has that staff got. */
  location: { hash: string };
  preload: boolean;
}

/** Begins the session in which staff look, and goes on to the first page. The page says what is wrong if it can't begin. */
export async function openLook({ context: { app, queryClient }, location: { hash: start }, preload }: LookVisit) {
  if (preload || start === '') return;
  try {
    const { token, username } = await unwrap(api.main.POST('/v1/auth/look', { body: { start } }));
    await beginSession(app, queryClient, token, username);
  } catch {
    return;
  }
  throw redirect({ to: '/', replace: true });
}
