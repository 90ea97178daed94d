import { Modal } from '@mantine/core';

import { useTexts } from '@shared/i18n/texts';
import { NoticePlace } from '@shared/notify/notice-place';
import { useIsNarrow } from '@shared/ui/use-is-narrow';

import type { DialogProps } from './dialog-frame';
import classes from './dialog.module.css';
import { useOverlayLayer } from './overlay-stack';
import { overlayTexts } from './overlay-texts';
import { usePressBeside } from './use-press-beside';

const widths = {
  question: 'var(--dialog-question)',
  detail: 'var(--dialog-detail)',
  form: 'var(--dialog-form)',
  guide: 'var(--dialog-guide)',
  list: 'var(--dialog-list)',
  wide: 'var(--dialog-wide)',
} as const satisfies Record<DialogProps['size'], string>;

/**
 * The window of a dialog. The head is a plain `div`, because Mantine's head is a `header` element, which screen readers
 * would list as a second banner.
 */
export function DialogWindow({ opened, onClose, title, tag, size, locked = false, children }: DialogProps) {
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
