import { mutationOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import type { CurrentUser } from '@shared/api/types';

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
