import { mutationOptions, useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { Api } from '@shared/api/client';
import { unwrap } from '@shared/api/problem';
import { firstFieldMessage } from '@shared/form/field-problems';
import { type Language, useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';

import { isTooShort } from './password-rules';
import { passwordTexts } from './password-texts';

/** How long nobody types before the server is asked, in milliseconds. */
const pause = 300;

/** What is known about a new password; a form may be sent on `success` alone. */
export type PasswordCheck =
  | { status: 'idle' }
  | { status: 'validating' }
  | { status: 'success' }
  | { status: 'error'; message: string };

/** What is asked of the server, and the language in which it answers. */
interface Question {
  password: string;
  language: Language;
}

function validateOptions(api: Api) {
  return mutationOptions({
    mutationKey: ['password', 'validate'],
    mutationFn: ({ password }: Question) => unwrap(api.main.POST('/v1/validate-password', { body: { password } })),
    meta: { inPlace: true },
    // A password must not stay in a cache once it was looked at.
    gcTime: 0,
  });
}

/**
 * Asks the server about a new password as it is typed, and once more in another language. An answer counts only for
 * the very password it was asked for, so that a late one about an earlier text can't open the form.
 */
export function usePasswordCheck(api: Api, password: string): PasswordCheck {
  const texts = useTexts(passwordTexts);
  const language = useLanguage();
  const { mutate, variables, status, error } = useMutation(validateOptions(api));
  useEffect(() => {
    if (isTooShort(password)) return undefined;
    const timer = setTimeout(() => mutate({ password, language }), pause);
    return () => clearTimeout(timer);
  }, [password, language, mutate]);

  if (password === '') return { status: 'idle' };
  if (isTooShort(password)) return { status: 'error', message: texts.tooShort };
  const isOurs = variables?.password === password && variables.language === language;
  if (!isOurs || status === 'pending') return { status: 'validating' };
  if (status === 'success') return { status: 'success' };
  return { status: 'error', message: firstFieldMessage(error) || texts.wentWrong };
}
