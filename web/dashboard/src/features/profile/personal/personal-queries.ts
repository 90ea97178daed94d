import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import { reloads, reloadsAnyway } from '@shared/api/reloads';
import type { AnswerOf, CurrentUser } from '@shared/api/types';
import { currentUserOptions } from '@/session/current-user';

/** Values of the form for e-mail addresses. */
export interface EmailValues {
  email: string;
  emailFinance: string;
  password: string;
}

/**
 * Requests another main or finance e-mail address. Nothing changes before the link in the mail is confirmed. The form
 * shows a wrong password: a 401 of this call does not end the session.
 */
export function changeEmailOptions(user: CurrentUser) {
  return mutationOptions({
    mutationKey: ['profile', 'change-email'],
    mutationFn: ({ email, emailFinance, password }: EmailValues) => {
      const who = { username: user.username, clientId: user.Client.id };
      const body = { ...who, password, email: email.trim(), emailFinance: emailFinance.trim() };
      return unwrap(api.main.PATCH('/v1/clients/changeEmail', { body }));
    },
    meta: { keepSession: true },
    gcTime: 0,
    onSuccess: reloads(pendingEmailsOptions().queryKey),
  });
}

/** A new address whose link is not confirmed yet. */
export type PendingEmail = AnswerOf<'/v1/clients/changeEmail', 'get'>[number];

/** Shortest time before pending changes are loaded again, in milliseconds, because clocks differ. */
const soonest = 10_000;

/** Changes that wait for confirmation. They end with their links, so they are loaded again when the first link expires. */
export function pendingEmailsOptions() {
  return queryOptions({
    queryKey: ['profile', 'pending-emails'],
    queryFn: ({ signal }) => unwrap(api.main.GET('/v1/clients/changeEmail', { signal })),
    refetchInterval: ({ state: { data = [] } }) => {
      const ends = data.map(({ expiresAt }) => Date.parse(expiresAt) - Date.now());
      return ends.length > 0 && Math.max(Math.min(...ends), soonest);
    },
  });
}

/** After a failure too: a change that no longer exists may have been confirmed in another tab. */
const reloadChanges = reloadsAnyway(currentUserOptions().queryKey, pendingEmailsOptions().queryKey);

/** Mails a new link for a pending change and ends the old link. */
export function resendEmailOptions() {
  return mutationOptions({
    mutationKey: ['profile', 'resend-email'],
    mutationFn: (field: PendingEmail['field']) =>
      unwrap(api.main.POST('/v1/clients/changeEmail/{field}/resend', { params: { path: { field } } })),
    onSettled: reloadChanges,
  });
}

/** Cancels a pending change and ends its link. */
export function cancelEmailOptions() {
  return mutationOptions({
    mutationKey: ['profile', 'cancel-email'],
    mutationFn: (field: PendingEmail['field']) =>
      unwrap(api.main.DELETE('/v1/clients/changeEmail/{field}', { params: { path: { field } } })),
    onSettled: reloadChanges,
  });
}
