import { IconFingerprint } from '@tabler/icons-react';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';

import { useTexts } from '@shared/i18n/texts';
import { ProgressButton } from '@shared/ui/progress-button';

import { passkeyTexts } from './passkey-texts';

interface PasskeyButtonProps {
  /** Asks for a passkey and sends it. */
  mutation: UseMutationOptions<void>;
  onDone: () => unknown;
  size?: 'lg';
}

/** Proves by a passkey who one is. */
export function PasskeyButton({ mutation, onDone, size }: PasskeyButtonProps) {
  const texts = useTexts(passkeyTexts);
  const { mutate, isPending } = useMutation({ ...mutation, onSuccess: onDone });
  return (
    <ProgressButton
      variant="default"
      fullWidth
      {...(size && { size })}
      leftSection={<IconFingerprint aria-hidden />}
      sending={isPending}
      sendingLabel={texts.using}
      onPress={() => mutate()}
    >
      {texts.use}
    </ProgressButton>
  );
}
