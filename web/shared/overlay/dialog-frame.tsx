import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { useNarrow } from '@shared/table/use-narrow';

import classes from './dialog.module.css';
import { useOverlayLayer } from './overlay-stack';
import { overlayTexts } from './overlay-texts';

const widths = {
  question: 'var(--dialog-question)',
  form: 'var(--dialog-form)',
  wide: 'var(--dialog-wide)',
} as const;

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** A question stays small; a form and a wide form take the whole screen of a phone. */
  size: keyof typeof widths;
  /** Closed by its own buttons alone: what it shows can't be had again. */
  locked?: boolean;
  children: ReactNode;
}

/**
 * A modal without the question about unsaved input; `Dialog` is the one to use. Its head is a plain division, because
 * the library's own would be a second banner of the page.
 */
export function DialogFrame({ opened, onClose, title, size, locked = false, children }: DialogProps) {
  const texts = useTexts(overlayTexts);
  const narrow = useNarrow();
  const level = useOverlayLayer(opened, () => {
    if (!locked) onClose();
  });
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={widths[size]}
      zIndex={level}
      fullScreen={narrow && size !== 'question'}
      // The stack of overlays hears Esc, for the top one alone.
      closeOnEscape={false}
      // A click beside a form must not throw away what was typed.
      closeOnClickOutside={size === 'question' && !locked}
    >
      <Modal.Overlay />
      <Modal.Content classNames={{ content: classes['content'] }}>
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
