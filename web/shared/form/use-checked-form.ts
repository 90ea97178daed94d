import { useForm, type UseFormInput, type UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent, useRef } from 'react';

import { useLanguage } from '@shared/i18n/language';

/**
 * A form with its rules. The form keeps errors as sentences, so in another language it is checked anew; what the
 * server said of it goes, and is said again when it is sent again.
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
