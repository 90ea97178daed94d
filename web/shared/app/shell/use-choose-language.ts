import { useMutation, useQueryClient } from '@tanstack/react-query';

import { useApp } from '@shared/app/app';
import { keepAccountLanguage } from '@shared/app/session/account-language';
import { userKey } from '@shared/app/session/account';
import { type Language, setLanguage } from '@shared/i18n/language';

const mutationKey = ['session', 'language'];

/**
 * Returns the function that changes the language: at once on this page, and in the account, for the other browsers of
 * the user.
 */
export function useChooseLanguage(): (language: Language) => void {
  const { calls, session } = useApp();
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (language: Language) => calls.saveLanguage(language),
    // One call after the other, so that the last choice is stored last.
    scope: { id: 'language' },
    // After a failure the page returns to the language of the account.
    onSettled: () => {
      const isLast = queryClient.isMutating({ mutationKey }) === 1;
      return isLast ? queryClient.invalidateQueries({ queryKey: userKey }) : undefined;
    },
  });
  return (language) => {
    // A load in progress would return the language of before.
    void queryClient.cancelQueries({ queryKey: userKey });
    setLanguage(language);
    keepAccountLanguage(session, language);
    mutate(language);
  };
}
