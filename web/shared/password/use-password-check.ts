import { mutationOptions, useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { UserCalls } from '@shared/app/calls/user-calls';
import { fieldRefusal } from '@shared/errors/refusal-text';
import { type Language, useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';

import { isTooShort } from './password-rules';
import { passwordTexts } from './password-texts';

/** Time without typing before the server is asked, in milliseconds. */
const pause = 300;

/** The state of the check. The form may be sent on `success` only. */
export type PasswordCheck =
  | { status: 'idle' }
  | { status: 'validating' }
  | { status: 'success' }
  | { status: 'error'; message: string };

/** The password and the language of the answer. */
interface Question {
  password: string;
  language: Language;
}

type Checks = Pick<UserCalls, 'checkPassword'>;

function validateOptions(calls: Checks) {
  return mutationOptions({
    mutationKey: ['password', 'validate'],
    mutationFn: ({ password }: Question) => calls.checkPassword(password),
    meta: { inPlace: true },
    // Do not keep passwords in the cache.
    gcTime: 0,
  });
}

/**
 * Asks the server about a new password while it is typed, and again when the language changes. An answer counts only
 * for the password that it was asked about: a late answer to an earlier text is ignored.
 */
export function usePasswordCheck(calls: Checks, password: string): PasswordCheck {
  const texts = useTexts(passwordTexts);
  const language = useLanguage();
  const { mutate, variables, status, error } = useMutation(validateOptions(calls));
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
  return { status: 'error', message: fieldRefusal(error) ?? texts.wentWrong };
}
