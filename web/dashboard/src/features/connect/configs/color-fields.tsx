import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { isHex } from '@shared/shop/colour';
import { Note } from '@shared/ui/note';

import { customWebTexts } from './custom-web-texts';
import classes from './custom-web.module.css';
import { contrastProblem } from './theme-rules';

interface HexFieldProps {
  label: string;
  hint?: ReactNode;
  value: string;
  onChange: (hex: string) => void;
}

const longestHex = '#RRGGBB'.length;

/** A colour, typed as #RRGGBB or picked. */
export function HexField({ label, hint, value, onChange }: HexFieldProps) {
  const texts = useTexts(customWebTexts);
  const valid = isHex(value);
  return (
    <TextInput
      label={label}
      description={hint}
      maxLength={longestHex}
      spellCheck={false}
      autoComplete="off"
      classNames={{ input: classes['hex'] ?? '' }}
      value={value}
      error={valid ? undefined : texts.badHex}
      leftSection={
        <input
          type="color"
          className={classes['picker']}
          aria-label={texts.pick(label)}
          value={valid ? value.toLowerCase() : '#000000'}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      }
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

interface ContrastProps {
  text: string;
  ground: string;
  onTake: (hex: string) => void;
}

/** Warns of text that is hard to read on its ground, and offers the nearest readable colour. */
export function Contrast({ text, ground, onTake }: ContrastProps) {
  const texts = useTexts(customWebTexts);
  const problem = contrastProblem(text, ground);
  if (problem === null) return null;
  return (
    <Note tone="warning" live>
      <div className={classes['contrast']}>
        {texts.contrast(problem.ratio)}
        <Button size="sm" variant="default" onClick={() => onTake(problem.readable)}>
          {texts.takeReadable(problem.readable)}
        </Button>
      </div>
    </Note>
  );
}
