import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import type { AnswerOf, CurrentUser } from '@shared/api/types';

/** What the form about e-mail addresses holds. */
export interface EmailValues {
  email: string;
  emailFinance: string;
  password: string;
}

/**
 * Asks for another main or finance e-mail address. Nothing changes before the link in the e-mail is confirmed. A wrong
 * password is the form's own affair: no 401 of this call ends the session.
 */
export function changeEmailOptions(user: CurrentUser) {
  return mutationOptions({
    mutationKey: ['profile', 'change-email'],
    mutationFn: ({ email, emailFinance, password }: EmailValues) => {
      const who = { username: user.username, clientId: user.Client.id };
      const body = { ...who, password, email: email.trim(), emailFinance: emailFinance.trim() };
      return unwrap(api.main.PATCH('/v1/clients/changeEmail', { body }));
    },
    meta: { inPlace: true, keepSession: true },
    gcTime: 0,
  });
}

/** A new address whose link nobody has confirmed yet. */
export type PendingEmail = AnswerOf<'/v1/clients/changeEmail', 'get'>[number];

/** How soon the pending changes are asked for again at the earliest, in milliseconds; clocks differ. */
const soonest = 10_000;

/** What waits to be confirmed. Each ends with its link, so it is asked for again when the first one does. */
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

/** Mails the link of a pending change again; the one before it ends. */
export function resendEmailOptions() {
  return mutationOptions({
    mutationKey: ['profile', 'resend-email'],
    mutationFn: (field: PendingEmail['field']) =>
      unwrap(api.main.POST('/v1/clients/changeEmail/{field}/resend', { params: { path: { field } } })),
  });
}

/** Cancels a pending change: its link ends. */
export function cancelEmailOptions() {
  return mutationOptions({
    mutationKey: ['profile', 'cancel-email'],
    mutationFn: (field: PendingEmail['field']) =>
      unwrap(api.main.DELETE('/v1/clients/changeEmail/{field}', { params: { path: { field } } })),
  });
}
