import { Button } from '@mantine/core';

import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { Note } from '@shared/ui/note';

import classes from './destinations.module.css';
import { createTexts } from '../create-texts';
import { mostDestinations } from './destinations';
import type { NumbersNote } from './use-numbers';

interface NumbersRemarkProps {
  note: NumbersNote | undefined;
  /** The draft was begun earlier. */
  restored: boolean;
  /** Changes with the list, so that the same remark is announced again. */
  listLength: number;
  onUndo: () => void;
  onDiscard: () => void;
}

/** What happened to the list last, with the way back. */
export function NumbersRemark({ note, restored, listLength, onUndo, onDiscard }: NumbersRemarkProps) {
  const texts = useTexts(createTexts);
  if (note === undefined) {
    if (!restored) return null;
    return (
      <Note live>
        <span className={classes['remark']}>
          {texts.restored}
          <Button variant="subtle" size="sm" onClick={onDiscard}>
            {texts.discard}
          </Button>
        </span>
      </Note>
    );
  }
  if ('before' in note) {
    return (
      <Note key={note.kind} live>
        <span className={classes['remark']}>
          {texts[note.kind](note.count, groupThousands(note.count))}
          <Button variant="subtle" size="sm" onClick={onUndo}>
            {texts.undo}
          </Button>
        </span>
      </Note>
    );
  }
  return (
    <Note key={`${note.kind}${listLength}`} tone={note.kind === 'merged' ? 'info' : 'warning'} live>
      {note.kind === 'tooMany' ? texts.tooMany(groupThousands(mostDestinations)) : texts[note.kind]}
    </Note>
  );
}
