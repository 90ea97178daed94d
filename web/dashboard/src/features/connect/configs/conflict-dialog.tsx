import { Button } from '@mantine/core';

import { useTexts } from '@shared/i18n/texts';
import { DialogFrame } from '@shared/overlay/dialog-frame';
import { DialogBody, DialogFoot } from '@shared/overlay/dialog-parts';
import { useLast } from '@shared/ui/use-last';

import { conflictTexts } from './conflict-texts';
import type { Part } from './shop-draft';

interface ConflictDialogProps {
  /** What someone else changed; undefined: no conflict. */
  parts: readonly Part[] | undefined;
  onResolve: (whose: 'mine' | 'theirs') => void;
}

/** Asks whose version counts, after another tab or user has changed the set-up. */
export function ConflictDialog({ parts, onResolve }: ConflictDialogProps) {
  const texts = useTexts(conflictTexts);
  const shown = useLast(parts) ?? [];
  const names = shown.map((part) => texts.parts[part]).join(', ');
  return (
    <DialogFrame opened={parts !== undefined} onClose={() => undefined} title={texts.title} size="question" locked>
      <DialogBody>
        <p>{texts.text(names || texts.nothing)}</p>
      </DialogBody>
      <DialogFoot>
        <Button variant="default" onClick={() => onResolve('theirs')}>
          {texts.theirs}
        </Button>
        <Button onClick={() => onResolve('mine')}>{texts.mine}</Button>
      </DialogFoot>
    </DialogFrame>
  );
}
