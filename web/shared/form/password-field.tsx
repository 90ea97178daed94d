import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';

import { useTexts } from '@shared/i18n/texts';

import { accountTexts } from './account-texts';

function RevealIcon({ reveal }: { reveal: boolean }) {
  const Icon = reveal ? IconEyeOff : IconEye;
  return <Icon aria-hidden />;
}

/** A password input with a button that shows the password. The button can be reached with Tab. */
export function PasswordField(props: PasswordInputProps) {
  const texts = useTexts(accountTexts);
  const [revealed, setRevealed] = useState(false);
  return (
    <PasswordInput
      {...props}
      visibilityToggleIcon={RevealIcon}
      visible={revealed}
      onVisibilityChange={setRevealed}
      visibilityToggleButtonProps={{
        'aria-label': revealed ? texts.hidePassword : texts.showPassword,
        'aria-hidden': false,
        tabIndex: 0,
      }}
    />
  );
}
