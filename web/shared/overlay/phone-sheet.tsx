import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';

import { NoticePlace } from '@shared/notify/notice-place';

import { useOverlayLayer } from './overlay-stack';
import classes from './phone-sheet.module.css';
import { usePressBeside } from './use-press-beside';

interface PhoneSheetProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Accessible name of the close button. */
  closeLabel: string;
  /** `content` is as high as its contents, from the bottom edge up; `full` fills the screen. */
  size: 'content' | 'full';
  children: ReactNode;
}

/**
 * A sheet that slides up from the bottom of a phone's screen. The head is a plain `div`, because Mantine's head is a
 * `header` element, which screen readers would list as a second banner.
 */
export function PhoneSheet({ opened, onClose, title, closeLabel, size, children }: PhoneSheetProps) {
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

/** The foot of a sheet with its primary button. It is always visible, within reach of the thumb. */
export function SheetFoot({ children }: { children: ReactNode }) {
  return <div className={classes['foot']}>{children}</div>;
}
