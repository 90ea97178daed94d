import { Button } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';

import { useTexts } from '@shared/i18n/texts';

import { useCloseOverlay } from './close-guard';
import classes from './dialog.module.css';
import { overlayTexts } from './overlay-texts';

/** What a dialog sends: `DialogBody` and `DialogFoot` inside one form. */
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
    <form className={classes['form']} onSubmit={onSubmit} noValidate aria-label={label}>
      {children}
    </form>
  );
}

/** What a dialog says or asks. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={classes['body']}>{children}</div>;
}

/** The buttons of a dialog, the primary one last, and perhaps a remark before them. */
export function DialogFoot({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes['foot']}>
      {note ? <p className={classes['note']}>{note}</p> : null}
      {children}
    </div>
  );
}

/** The button that closes a dialog without doing what it asks; `focused` where the focus starts on it. */
export function DialogCancel({ focused = false }: { focused?: boolean }) {
  const texts = useTexts(overlayTexts);
  return (
    <Button variant="default" onClick={useCloseOverlay()} data-autofocus={focused || undefined}>
      {texts.cancel}
    </Button>
  );
}
