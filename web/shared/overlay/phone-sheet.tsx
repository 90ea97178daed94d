import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';

import { useOverlayLayer } from './overlay-stack';
import classes from './phone-sheet.module.css';

interface PhoneSheetProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Name of the close button. */
  closeLabel: string;
  /** `content` is as high as what it holds, from the bottom edge up; `full` takes the whole screen. */
  size: 'content' | 'full';
  children: ReactNode;
}

/**
 * A sheet that comes up from the bottom of a phone. Its head is a plain division, because the library's own is a
 * header element, which screen readers would list as a second banner of the page.
 */
export function PhoneSheet({ opened, onClose, title, closeLabel, size, children }: PhoneSheetProps) {
  const level = useOverlayLayer(opened, onClose);
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="100%"
      zIndex={level}
      // The stack of overlays hears Esc, for the top one alone.
      closeOnEscape={false}
      classNames={{ content: classes[size] ?? '' }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        <div className={classes['head']}>
          <Drawer.Title>{title}</Drawer.Title>
          <Drawer.CloseButton size="lg" aria-label={closeLabel} />
        </div>
        <Drawer.Body className={classes['body']}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** The foot of a sheet with its primary button, in reach of the thumb however long the sheet is. */
export function SheetFoot({ children }: { children: ReactNode }) {
  return <div className={classes['foot']}>{children}</div>;
}
