import { Input } from '@mantine/core';
import { type FocusEventHandler, type ReactNode, useId, useState } from 'react';

import { defineTexts, useTexts } from '@shared/i18n/texts';

import classes from './pin-field.module.css';

const pinFieldTexts = defineTexts({
  en: { digitsOnly: 'A PIN has digits only.' },
  id: { digitsOnly: 'PIN hanya berisi angka.' },
});

/** Number of digits of a PIN (docs/product/access.md#pin). */
export const pinLength = 6;

const digitIndexes = Array.from({ length: pinLength }, (_, index) => index);

interface PinFieldProps {
  label: string;
  value?: string;
  onChange?: (digits: string) => void;
  onFocus?: FocusEventHandler<HTMLElement>;
  onBlur?: FocusEventHandler<HTMLElement>;
  error?: ReactNode;
  /** Takes the focus when its dialog opens. */
  focused?: boolean;
  'data-path'?: string;
}

/** Moves the caret to the end, where the next box is highlighted. Leaves a selection of everything alone. */
function keepCaretLast(field: HTMLInputElement): void {
  const { value, selectionStart, selectionEnd } = field;
  const isAllSelected = selectionStart === 0 && selectionEnd === value.length;
  if (!isAllSelected && selectionStart !== value.length) field.setSelectionRange(value.length, value.length);
}

/** A PIN input of six boxes that show dots instead of digits. */
export function PinField({ label, value = '', onChange, error, focused = false, ...rest }: PinFieldProps) {
  const id = useId();
  const texts = useTexts(pinFieldTexts);
  const [letters, setLetters] = useState(false);
  // Only digits are taken, so a message about the length would be untrue for letters.
  const shown = letters ? texts.digitsOnly : error;
  const errorId = `${id}-error`;
  const next = Math.min(value.length, pinLength - 1);
  return (
    <Input.Wrapper id={id} label={label} error={shown} errorProps={{ id: errorId }} className={classes['field']}>
      <div className={classes['boxes']} data-error={shown ? true : undefined}>
        <input
          {...rest}
          id={id}
          className={classes['input']}
          data-autofocus={focused || undefined}
          type="password"
          inputMode="numeric"
          // Stops browsers from offering to save the PIN as a password.
          autoComplete="one-time-code"
          value={value}
          aria-invalid={shown ? true : undefined}
          aria-describedby={shown ? errorId : undefined}
          onChange={(event) => {
            const typed = event.currentTarget.value;
            setLetters(/[^\d\s-]/u.test(typed));
            // The browser doesn't limit the length, because it would cut a pasted '13 57-90' before its last digits.
            const digits = typed.replaceAll(/\D/gu, '').slice(0, pinLength);
            if (digits !== value) onChange?.(digits);
          }}
          onSelect={(event) => keepCaretLast(event.currentTarget)}
        />
        {digitIndexes.map((index) => (
          <span
            key={index}
            className={classes['box']}
            data-filled={index < value.length || undefined}
            data-next={index === next || undefined}
            aria-hidden
          />
        ))}
      </div>
    </Input.Wrapper>
  );
}
