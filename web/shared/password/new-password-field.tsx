import type { PasswordInputProps } from '@mantine/core';
import { IconCheck, IconLoader2 } from '@tabler/icons-react';

import { PasswordField } from '@shared/form/password-field';
import { useTexts } from '@shared/i18n/texts';
import { useAnnouncement } from '@shared/notify/announce';

import classes from './password.module.css';
import { passwordTexts } from './password-texts';
import type { PasswordCheck } from './use-password-check';

/** An input for a new password with the server's verdict while it is typed. */
export function NewPasswordField({ check, error, ...rest }: PasswordInputProps & { check: PasswordCheck }) {
  const texts = useTexts(passwordTexts);
  useAnnouncement(check.status === 'success' ? texts.accepted : undefined);
  return (
    <div>
      <PasswordField
        {...rest}
        error={check.status === 'error' ? check.message : error}
        autoComplete="new-password"
        aria-busy={check.status === 'validating'}
      />
      <div className={classes['state']} data-status={check.status}>
        {check.status === 'validating' && (
          <>
            <IconLoader2 className={classes['stateIcon']} aria-hidden />
            {texts.validating}
          </>
        )}
        {check.status === 'success' && (
          <>
            <IconCheck className={classes['stateIcon']} aria-hidden />
            {texts.accepted}
          </>
        )}
      </div>
    </div>
  );
}
