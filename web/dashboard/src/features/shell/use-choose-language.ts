import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api } from '@/api';
import { keepAccountLanguage } from '@/session/account-language';
import { currentUserOptions } from '@/session/current-user';
import { unwrap } from '@shared/api/problem';
import { type Language, setLanguage } from '@shared/i18n/language';

const mutationKey = ['session', 'language'];

/** Chooses a language: at once here, and with the account, so that every other browser of the user takes it too. */
export function useChooseLanguage(): (language: Language) => void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (language: Language) => unwrap(api.main.PATCH('/v1/user/language', { body: { language } })),
    // One after the other, so that the last choice is the one that stays.
    scope: { id: 'language' },
    // After a failure the page goes back to what the account keeps.
    onSettled: () => {
      const isLast = queryClient.isMutating({ mutationKey }) === 1;
      return isLast ? queryClient.invalidateQueries(currentUserOptions()) : undefined;
    },
  });
  return (language) => {
    // An answer that is under way has the language of before.
    void queryClient.cancelQueries(currentUserOptions());
    setLanguage(language);
    keepAccountLanguage(language);
    mutate(language);
  };
}
