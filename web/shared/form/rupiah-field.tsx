import { TextInput, type TextInputProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type ChangeEvent, type Ref, useLayoutEffect, useRef, useState } from 'react';

import type { RupiahPrefix } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';

import classes from './rupiah-field.module.css';
import { rupiahTexts } from './rupiah-texts';
import { rupiahText, typedRupiah } from './rupiah-typing';

const longestQuote = 30;

interface RupiahFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'prefix'> {
  /** Whole rupiah; undefined if empty. */
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  prefix?: RupiahPrefix;
  /** The input element, for focusing it on an error. */
  fieldRef?: Ref<HTMLInputElement>;
}

/** The last edit, kept until the field is left. */
interface Edit {
  /** The displayed text, which may end with a comma. */
  text?: string;
  /** Text with a fraction of a rupiah. It stays, without an amount, until it is changed. */
  fraction?: string;
  /** Pasted text that could not be parsed as an amount. */
  refused?: string;
}

/** An input for an amount in whole rupiah, with the currency inside and dots added while typing. */
export function RupiahField({ value, onChange, prefix = 'Rp.', fieldRef, error, onBlur, ...rest }: RupiahFieldProps) {
  const texts = useTexts(rupiahTexts);
  const field = useRef<HTMLInputElement>(null);
  const caret = useRef<number | undefined>(undefined);
  const [edit, setEdit] = useState<Edit>({});
  const written = rupiahText(value);
  const fraction = value === undefined ? edit.fraction : undefined;
  const shown = fraction ?? (edit.text === `${written},` ? edit.text : written);
  useLayoutEffect(() => {
    // When React sets the text, the caret moves to the end. Restore it.
    if (caret.current !== undefined) field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });

  function applyEdit({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const given = currentTarget.value;
    const caretPosition = currentTarget.selectionStart ?? given.length;
    const inputType = nativeEvent instanceof InputEvent ? nativeEvent.inputType : undefined;
    const typed = typedRupiah({ before: shown, given, caret: caretPosition, inputType });
    caret.current = typed ? typed.caret : Math.max(0, shown.length - (given.length - caretPosition));
    if (!typed) setEdit({ refused: given.slice(0, longestQuote) });
    else setEdit(typed.fraction ? { fraction: typed.text } : { text: typed.text });
    if (typed) onChange(typed.value);
  }

  const unclear = edit.refused === undefined ? undefined : texts.refused(edit.refused);
  const problem = fraction === undefined ? unclear : texts.fraction(fraction.slice(0, longestQuote));
  return (
    <TextInput
      {...rest}
      ref={useMergedRef(field, fieldRef)}
      inputMode="numeric"
      autoComplete="off"
      leftSection={<span className={classes['prefix']}>{prefix}</span>}
      leftSectionPointerEvents="none"
      classNames={{ input: classes['input'] }}
      value={shown}
      error={problem ?? error}
      onChange={applyEdit}
      onBlur={(event) => {
        setEdit(fraction === undefined ? {} : { fraction });
        onBlur?.(event);
      }}
    />
  );
}
