import { TextInput, type TextInputProps } from '@mantine/core';

import classes from './account-fields.module.css';

/** A code that is used once: of an authenticator app, or a recovery code. */
export function CodeField(props: TextInputProps) {
  return (
    <TextInput
      {...props}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      classNames={{ input: classes['mono'] }}
    />
  );
}
