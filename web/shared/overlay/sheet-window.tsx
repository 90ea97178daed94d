import { Drawer } from '@mantine/core';

import { NoticePlace } from '@shared/notify/notice-place';

import { useOverlayLayer } from './overlay-stack';
import type { PhoneSheetProps } from './phone-sheet';
import classes from './phone-sheet.module.css';
import { usePressBeside } from './use-press-beside';

/**
 * The window of a sheet. The head is a plain `div`, because Mantine's head is a `header` element, which screen readers
 * would list as a second banner.
 */
export function SheetWindow({ opened, onClose, title, closeLabel, size, children }: PhoneSheetProps) {
  const level = useOverlayLayer(opened, onClose);
  const pressBeside = usePressBeside(opened, onClose);
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="100%"
      zIndex={level}
      // The overlay stack handles Esc, for the top overlay only.
      closeOnEscape={false}
      closeOnClickOutside={false}
      classNames={{ content: classes[size] ?? '' }}
    >
      <Drawer.Overlay onClick={pressBeside} />
      <Drawer.Content>
        <div className={classes['top']}>
          <div className={classes['head']}>
            <Drawer.Title>{title}</Drawer.Title>
            <Drawer.CloseButton size="lg" aria-label={closeLabel} />
          </div>
          <NoticePlace kind="overlay" />
        </div>
        <Drawer.Body className={classes['body']}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
