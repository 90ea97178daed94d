import { Input } from '@mantine/core';
import { type FocusEventHandler, type ReactNode, useId } from 'react';

import classes from './pin-field.module.css';

/** Characters of a PIN, section 9 of the specification of the shell. */
export const pinLength = 6;

const places = Array.from({ length: pinLength }, (_, place) => place);

interface PinFieldProps {
  label: string;
  value?: string;
  onChange?: (digits: string) => void;
  onFocus?: FocusEventHandler<HTMLElement>;
  onBlur?: FocusEventHandler<HTMLElement>;
  error?: ReactNode;
  'data-path'?: string;
}

/** The caret stays behind the last digit, where the next box is marked; only a selection of all is left alone. */
function keepCaretLast(field: HTMLInputElement): void {
  const { value, selectionStart, selectionEnd } = field;
  const all = selectionStart === 0 && selectionEnd === value.length;
  if (!all && selectionStart !== value.length) field.setSelectionRange(value.length, value.length);
}

/** A PIN in six boxes that show dots, never digits. */
export function PinField({ label, value = '', onChange, error, ...rest }: PinFieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  const next = Math.min(value.length, pinLength - 1);
  return (
    <Input.Wrapper id={id} label={label} error={error} errorProps={{ id: errorId }} className={classes['field']}>
      <div className={classes['boxes']} data-error={error ? true : undefined}>
        <input
          {...rest}
          id={id}
          className={classes['input']}
          type="password"
          inputMode="numeric"
          // Keeps browsers from offering to store a PIN as a password.
          autoComplete="one-time-code"
          maxLength={pinLength}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={(event) => onChange?.(event.currentTarget.value.replaceAll(/\D/gu, '').slice(0, pinLength))}
          onSelect={(event) => keepCaretLast(event.currentTarget)}
        />
        {places.map((place) => (
          <span
            key={place}
            className={classes['box']}
            data-filled={place < value.length || undefined}
            data-next={place === next || undefined}
            aria-hidden
          />
        ))}
      </div>
    </Input.Wrapper>
  );
}
