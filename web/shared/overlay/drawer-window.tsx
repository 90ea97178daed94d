import { Drawer } from '@mantine/core';

import { UnsavedContext } from '@shared/form/unsaved';
import { NoticePlace } from '@shared/notify/notice-place';
import { useIsNarrow } from '@shared/ui/use-is-narrow';

import { CloseContext, useCloseGuard } from './close-guard';
import { LeaveQuestion } from './leave-question';
import { useOverlayLayer } from './overlay-stack';
import type { SideDrawerProps } from './side-drawer';
import classes from './side-drawer.module.css';
import { usePressBeside } from './use-press-beside';

const closeIcon = 'var(--icon-nav)';

/**
 * The window of a drawer. The head is a plain `div`, because Mantine's head is a `header` element, which screen readers
 * would list as a second banner.
 */
export function DrawerWindow(props: SideDrawerProps) {
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
