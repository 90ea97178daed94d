import { ActionIcon, Button, Input } from '@mantine/core';
import { IconFileCheck, IconTrash, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useId, useRef } from 'react';

import { fileSize } from '@shared/format/file-size';

import classes from './file-field.module.css';

interface FileFieldTexts {
  label: string;
  /** On the button. */
  choose: string;
  /** Which files may be chosen. */
  hint: string;
  /** Beside the name of the chosen file, with its size: when it is sent. */
  sentWith: (size: string) => string;
  /** Before the name of the file that the button takes away. */
  remove: string;
}

interface FileFieldProps {
  texts: FileFieldTexts;
  /** Types and endings that the browser offers. */
  accept: string;
  value: File | undefined;
  error?: ReactNode;
  disabled: boolean;
  /** Path in its form, by which the form focuses the field. */
  'data-path'?: string;
  onChange: (file: File | undefined) => void;
}

/** A field for a file. It is sent with the form, not when it is chosen. */
export function FileField({ texts, accept, value, error, disabled, onChange, ...rest }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const errorId = useId();
  const hintId = useId();

  function remove(): void {
    onChange(undefined);
    // The pressed button goes away.
    requestAnimationFrame(() => button.current?.focus());
  }

  return (
    <Input.Wrapper
      label={texts.label}
      labelElement="div"
      description={value ? undefined : texts.hint}
      descriptionProps={{ id: hintId }}
      error={error}
      errorProps={{ id: errorId }}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) onChange(file);
          // The same file can be chosen again after it was removed.
          currentTarget.value = '';
        }}
      />
      {value ? (
        <div className={classes['chosen']}>
          <IconFileCheck aria-hidden />
          <span className={classes['chosenName']}>
            {value.name}
            <span className={classes['chosenSize']}>{texts.sentWith(fileSize(value.size))}</span>
          </span>
          <ActionIcon aria-label={`${texts.remove} ${value.name}`} disabled={disabled} onClick={remove} {...rest}>
            <IconTrash aria-hidden />
          </ActionIcon>
        </div>
      ) : (
        <Button
          ref={button}
          variant="default"
          fullWidth
          leftSection={<IconUpload aria-hidden />}
          aria-label={`${texts.label}: ${texts.choose}`}
          aria-describedby={error ? errorId : hintId}
          disabled={disabled}
          onClick={() => input.current?.click()}
          {...rest}
        >
          {texts.choose}
        </Button>
      )}
    </Input.Wrapper>
  );
}
