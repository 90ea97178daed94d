import { session } from '@/session/session';
import type { CurrentUser } from '@shared/api/types';

/** Stores what the browser keeps of a user who just signed in. An app that starts next treats it as fresh. */
export function keepSignedIn(user: CurrentUser, permissions?: number[], at = Date.now()): void {
  const { Client: client, ...detail } = user;
  session.begin('token-1', user.username);
  session.keep('userDetail', detail, at);
  session.keep('clientDetail', client, at);
  if (permissions) session.keep('permissions', permissions, at);
}
