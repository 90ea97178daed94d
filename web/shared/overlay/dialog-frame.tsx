import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { NoticePlace } from '@shared/notify/notice-place';
import { useIsNarrow } from '@shared/ui/use-is-narrow';

import classes from './dialog.module.css';
import { useOverlayLayer } from './overlay-stack';
import { overlayTexts } from './overlay-texts';
import { usePressBeside } from './use-press-beside';

/** Widths by what a dialog holds. */
const widths = {
  question: 'var(--dialog-question)',
  /** A few facts: 500 pixels. */
  detail: 'var(--dialog-detail)',
  form: 'var(--dialog-form)',
  /** Instructions to read. */
  guide: 'var(--dialog-guide)',
  /** A table. */
  list: 'var(--dialog-list)',
  /** A form with a list or a summary beside it. */
  wide: 'var(--dialog-wide)',
} as const;

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** A state beside the title. */
  tag?: ReactNode;
  /** On phones all but `question` fill the screen. */
  size: keyof typeof widths;
  /** Without a close button: only the buttons of the dialog close it. For contents that cannot be shown again. */
  locked?: boolean;
  children: ReactNode;
}

/**
 * A modal without the question about unsaved input; use `Dialog` instead. The head is a plain `div`, because Mantine's
 * head is a `header` element, which screen readers would list as a second banner.
 */
export function DialogFrame({ opened, onClose, title, tag, size, locked = false, children }: DialogProps) {
  const texts = useTexts(overlayTexts);
  const narrow = useIsNarrow();
  const level = useOverlayLayer(opened, () => {
    if (!locked) onClose();
  });
  const pressBeside = usePressBeside(opened, onClose);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={widths[size]}
      zIndex={level}
      fullScreen={narrow && size !== 'question'}
      // The overlay stack handles Esc, for the top overlay only.
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      {/* A click outside a form must not discard input. */}
      <Modal.Overlay onClick={size === 'question' && !locked ? pressBeside : undefined} />
      <Modal.Content classNames={{ content: classes['content'] }}>
        <div className={classes['top']}>
          <div className={classes['head']}>
            <div className={classes['title']}>
              <Modal.Title>{title}</Modal.Title>
              {tag}
            </div>
            {locked ? null : (
              <Modal.CloseButton className={classes['close']} iconSize="var(--icon-nav)" aria-label={texts.close} />
            )}
          </div>
          <NoticePlace kind="overlay" />
        </div>
        {children}
      </Modal.Content>
    </Modal.Root>
  );
}
