import { http, HttpResponse } from 'msw';

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

/** What the server answers each page about a user: who it is, what is allowed, and no stream of events. */
export function userHandlers(user: CurrentUser, permissions: readonly number[]) {
  return [
    http.get('*/v1/user', () => HttpResponse.json(user)),
    http.get('*/v1/permission', () => HttpResponse.json(Object.fromEntries(permissions.map((id) => [id, true])))),
    http.get('*/v1/events', () => HttpResponse.json({}, { status: 404 })),
  ];
}
