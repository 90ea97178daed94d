import { Modal } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { useNarrow } from '@shared/table/use-narrow';

import classes from './dialog.module.css';
import { overlayTexts } from './overlay-texts';

const widths = { question: 'var(--dialog-question)', form: 'var(--dialog-form)' } as const;

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** A question stays small; a form takes the whole screen of a phone. */
  size: keyof typeof widths;
  /** Closed by its own buttons alone: what it shows can't be had again. */
  locked?: boolean;
  children: ReactNode;
}

/** A modal. Its head is a plain division, because the library's own would be a second banner of the page. */
export function Dialog({ opened, onClose, title, size, locked = false, children }: DialogProps) {
  const texts = useTexts(overlayTexts);
  const narrow = useNarrow();
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={widths[size]}
      fullScreen={narrow && size === 'form'}
      closeOnEscape={!locked}
      // A click beside a form must not throw away what was typed.
      closeOnClickOutside={size === 'question' && !locked}
    >
      <Modal.Overlay />
      <Modal.Content classNames={{ content: classes['content'] ?? '' }}>
        <div className={classes['head']}>
          <Modal.Title>{title}</Modal.Title>
          {locked ? null : (
            <Modal.CloseButton className={classes['close']} iconSize="var(--icon-nav)" aria-label={texts.close} />
          )}
        </div>
        {children}
      </Modal.Content>
    </Modal.Root>
  );
}

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
