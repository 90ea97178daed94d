import { TextInput, type TextInputProps } from '@mantine/core';

import { useTexts } from '@shared/i18n/texts';

import classes from './account-fields.module.css';
import { accountTexts } from './account-texts';

const longestClientId = 12;

/** The client id. Only digits can be typed; the value stays text. */
export function ClientIdField({ onDigits, ...rest }: TextInputProps & { onDigits: (digits: string) => void }) {
  return (
    <TextInput
      {...rest}
      label={useTexts(accountTexts).clientId}
      onChange={(event) => onDigits(event.currentTarget.value.replaceAll(/\D/gu, '').slice(0, longestClientId))}
      name="clientId"
      inputMode="numeric"
      autoComplete="organization"
      classNames={{ input: classes['mono'] }}
    />
  );
}

export function UsernameField(props: TextInputProps) {
  return (
    <TextInput
      {...props}
      label={useTexts(accountTexts).username}
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
