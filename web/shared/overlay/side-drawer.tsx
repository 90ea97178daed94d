import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';

import { UnsavedContext } from '@shared/form/unsaved';
import { useNarrow } from '@shared/table/use-narrow';

import { CloseContext, useCloseGuard } from './close-guard';
import { LeaveQuestion } from './leave-question';
import { useOverlayLayer } from './overlay-stack';
import classes from './side-drawer.module.css';

interface SideDrawerProps {
  opened: boolean;
  onClose: () => void;
  /** Right for details, left for the receipt alone. On a phone both are a full-screen sheet. */
  side: 'left' | 'right';
  title: string;
  /** Name of the close button. */
  closeLabel: string;
  /** Icon buttons of the head, before the close button. */
  actions?: ReactNode;
  /** Runs when the focus has to go back; without it, it goes to what had it before. */
  onReturnFocus?: () => void;
  children: ReactNode;
}

const closeIcon = 'var(--icon-nav)';

/**
 * A drawer of full height. It asks before it is closed while a form in it has unsaved input. Its head is a plain
 * division, because the library's own is a header element, which screen readers would list as a second banner.
 */
export function SideDrawer(props: SideDrawerProps) {
  const { opened, onClose, side, title, closeLabel, actions, onReturnFocus, children } = props;
  const narrow = useNarrow();
  const { scope, close, question } = useCloseGuard(onClose);
  const level = useOverlayLayer(opened, close);
  return (
    <UnsavedContext value={scope.parts}>
      <Drawer.Root
        opened={opened}
        onClose={close}
        position={narrow ? 'bottom' : side}
        size={narrow ? '100%' : 'var(--drawer-width)'}
        zIndex={level}
        classNames={{ content: classes['content'] }}
        // The stack of overlays hears Esc, for the top one alone.
        closeOnEscape={false}
        returnFocus={onReturnFocus === undefined}
        {...(onReturnFocus && { onExitTransitionEnd: onReturnFocus })}
      >
        <Drawer.Overlay />
        <Drawer.Content>
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
          <Drawer.Body className={classes['body']}>
            <CloseContext value={close}>{children}</CloseContext>
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      <LeaveQuestion {...question} />
    </UnsavedContext>
  );
}

/** A part of a drawer, set off from the next by a hairline. */
export function DrawerPart({ children }: { children: ReactNode }) {
  return <div className={classes['part']}>{children}</div>;
}

/** The foot of a drawer with its buttons, always in view. */
export function DrawerFoot({ children }: { children: ReactNode }) {
  return <div className={classes['foot']}>{children}</div>;
}
