import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';

import { useTexts } from '@shared/i18n/texts';
import { useIsNarrow } from './use-is-narrow';

import { copyTexts } from './copy-texts';
import { useCopy } from './use-copy';

interface CopyButtonProps {
  /** The plain text that is copied. */
  value: string;
  /** What is copied, for the accessible name. */
  label: string;
  /** Text of the notice after copying. */
  done: string;
}

/** A button 'Copy' for the main value of a page. Smaller values have a `CopyIcon`. */
export function CopyButton({ value, label, done }: CopyButtonProps) {
  const texts = useTexts(copyTexts);
  const copy = useCopy();
  return (
    <Button
      variant="default"
      size={useIsNarrow() ? 'lg' : 'sm'}
      aria-label={`${texts.copy} ${label}`}
      leftSection={<IconCopy aria-hidden />}
      onClick={() => void copy(value, done)}
    >
      {texts.copy}
    </Button>
  );
}
