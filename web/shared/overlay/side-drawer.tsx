import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';

import { UnsavedContext } from '@shared/form/unsaved';
import { NoticePlace } from '@shared/notify/notice-place';
import { useIsNarrow } from '@shared/ui/use-is-narrow';

import { CloseContext, useCloseGuard } from './close-guard';
import { LeaveQuestion } from './leave-question';
import { useOverlayLayer } from './overlay-stack';
import classes from './side-drawer.module.css';
import { usePressBeside } from './use-press-beside';

interface SideDrawerProps {
  opened: boolean;
  onClose: () => void;
  /** `right` for details, `left` for the receipt. On phones the drawer fills the screen. */
  side: 'left' | 'right';
  title: string;
  /** Accessible name of the close button. */
  closeLabel: string;
  /** Icon buttons in the head, before the close button. */
  actions?: ReactNode;
  /** Called to restore the focus after closing. By default the focus returns to the element that had it. */
  onReturnFocus?: () => void;
  children: ReactNode;
}

const closeIcon = 'var(--icon-nav)';

/**
 * A drawer over the full height. It asks before it closes while a form in it has unsaved input. The head is a plain
 * `div`, because Mantine's head is a `header` element, which screen readers would list as a second banner.
 */
export function SideDrawer(props: SideDrawerProps) {
  const { opened, onClose, side, title, closeLabel, actions, onReturnFocus, children } = props;
  const narrow = useIsNarrow();
  const { scope, close, question } = useCloseGuard(onClose);
  const level = useOverlayLayer(opened, close);
  const pressBeside = usePressBeside(opened, close);
  return (
    <UnsavedContext value={scope.parts}>
      <Drawer.Root
        opened={opened}
        onClose={close}
        position={narrow ? 'bottom' : side}
        size={narrow ? '100%' : 'var(--drawer-width)'}
        zIndex={level}
        classNames={{ content: classes['content'] }}
        // The overlay stack handles Esc, for the top overlay only.
        closeOnEscape={false}
        closeOnClickOutside={false}
        returnFocus={onReturnFocus === undefined}
        {...(onReturnFocus && { onExitTransitionEnd: onReturnFocus })}
      >
        <Drawer.Overlay onClick={pressBeside} />
        <Drawer.Content>
          <div className={classes['top']}>
            <div className={classes['head']}>
              <Drawer.Title className={classes['title']}>{title}</Drawer.Title>
              {actions}
              <Drawer.CloseButton
                className={classes['close']}
                aria-label={closeLabel}
                iconSize={closeIcon}
                data-autofocus
              />
            </div>
            <NoticePlace kind="overlay" />
          </div>
          <Drawer.Body className={classes['body']}>
            <CloseContext value={close}>{children}</CloseContext>
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      <LeaveQuestion {...question} />
    </UnsavedContext>
  );
}

/** A section of a drawer, separated from the next by a thin line. */
export function DrawerPart({ children }: { children: ReactNode }) {
  return <div className={classes['part']}>{children}</div>;
}

/** The foot of a drawer with its buttons. It is always visible. */
export function DrawerFoot({ children }: { children: ReactNode }) {
  return <div className={classes['foot']}>{children}</div>;
}
