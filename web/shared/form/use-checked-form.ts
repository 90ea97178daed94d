import { useForm, type UseFormInput, type UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent, useRef } from 'react';

import { useLanguage } from '@shared/i18n/language';

/**
 * A form with validation rules. Errors are stored as sentences, so after a change of language the form is validated
 * again. Messages of the server are removed; they come back when the form is sent again.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- the library's own bound; an interface has no index signature
export function useCheckedForm<Values extends Record<string, any>>(
  input: UseFormInput<Values>,
): UseFormReturnType<Values> {
  const form = useForm(input);
  const language = useLanguage();
  const saidIn = useRef(language);
  const checkAnew = useEffectEvent(() => {
    if (Object.keys(form.errors).length > 0) form.validate();
  });
  useEffect(() => {
    if (saidIn.current === language) return;
    saidIn.current = language;
    checkAnew();
  }, [language]);
  return form;
}
