import { Button } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';

import { useTexts } from '@shared/i18n/texts';

import { useCloseOverlay } from './close-guard';
import classes from './dialog.module.css';
import { overlayTexts } from './overlay-texts';

/**
 * A form inside a dialog, around `DialogBody` and `DialogFoot`. A dialog that opens from it may have a form of its own:
 * React passes events on by component, so the inner form's submit would also submit this one.
 */
export function DialogForm({
  label,
  onSubmit,
  children,
}: {
  label: string;
  onSubmit: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
}) {
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.stopPropagation();
        onSubmit(event);
      }}
      noValidate
      aria-label={label}
    >
      {children}
    </form>
  );
}

/** The contents of a dialog. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={classes['body']}>{children}</div>;
}

/** The buttons of a dialog, with the primary one last. `note` is text before them. */
export function DialogFoot({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes['foot']}>
      {note ? <p className={classes['note']}>{note}</p> : null}
      {children}
    </div>
  );
}

/** The button that closes a dialog without its action; 'Cancel' by default. With `focused` the focus starts on it. */
export function DialogCancel({ focused = false, label }: { focused?: boolean; label?: string | undefined }) {
  const texts = useTexts(overlayTexts);
  return (
    <Button variant="default" onClick={useCloseOverlay()} data-autofocus={focused || undefined}>
      {label ?? texts.cancel}
    </Button>
  );
}
