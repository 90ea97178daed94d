import { TextInput, type TextInputProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type Ref, useLayoutEffect, useRef } from 'react';

import type { RupiahPrefix } from '@shared/format/rupiah';

import classes from './rupiah-field.module.css';
import { rupiahText, typedRupiah } from './rupiah-typing';

interface RupiahFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'prefix'> {
  /** Whole rupiah; undefined while nothing is typed. */
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  prefix?: RupiahPrefix;
  /** The field itself, to focus it when it is wrong. */
  fieldRef?: Ref<HTMLInputElement>;
}

/** An amount of rupiah: the unit inside, dots while typing, a whole number out. */
export function RupiahField({ value, onChange, prefix = 'Rp.', fieldRef, ...rest }: RupiahFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const caret = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    // A text that React writes anew puts the caret at its end.
    if (caret.current !== undefined) field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  return (
    <TextInput
      {...rest}
      ref={useMergedRef(field, fieldRef)}
      inputMode="numeric"
      autoComplete="off"
      leftSection={<span className={classes['prefix']}>{prefix}</span>}
      leftSectionPointerEvents="none"
      classNames={{ input: classes['input'] ?? '' }}
      value={rupiahText(value)}
      onChange={(event) => {
        const typed = typedRupiah(event.currentTarget.value, event.currentTarget.selectionStart ?? 0);
        caret.current = typed.caret;
        onChange(typed.value);
      }}
    />
  );
}
