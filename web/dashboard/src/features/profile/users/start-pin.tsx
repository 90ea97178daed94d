import { IconPassword } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';

import { retrySentence } from '@shared/errors/retry-time';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { useErrorNotice } from '@shared/notify/use-error-notice';
import { ProgressButton } from '@shared/ui/progress-button';
import { isRoot, useCurrentUser } from '@/session/current-user';

import { type ListedUser, startPinOptions } from './user-queries';
import { userTexts } from './user-texts';

/** Button that mails another user the link for a PIN. It is missing for oneself, and where a PIN is of no use. */
export function StartPin({ user }: { user: ListedUser }) {
  const texts = useTexts(userTexts);
  const self = useCurrentUser();
  const start = useMutation(startPinOptions());
  const notice = useErrorNotice();
  if (user.pin === null || !isRoot(self) || self?.id === user.id) return null;
  const mail = () => {
    notice.end();
    start.mutate(user.id, {
      onSuccess: () => notifySuccess(texts.pinStarted(user.username)),
      onError: (error) => notice.show({ title: texts.pinFailed, text: retrySentence(error) }),
    });
  };
  return (
    <ProgressButton
      variant="default"
      size="sm"
      aria-label={user.pin ? texts.newPinNamed(user.username) : texts.setPinNamed(user.username)}
      sending={start.isPending}
      sendingLabel={texts.mailing}
      leftSection={<IconPassword aria-hidden />}
      onPress={mail}
    >
      {user.pin ? texts.newPin : texts.setPin}
    </ProgressButton>
  );
}
