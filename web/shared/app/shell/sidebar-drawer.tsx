import { Drawer } from '@mantine/core';

import { useTexts } from '@shared/i18n/texts';

import { shellTexts } from './shell-texts';
import classes from './shell.module.css';
import { Sidebar } from './sidebar';

/** The sidebar of a phone. It slides in from the left and closes when an entry is chosen. */
export function SidebarDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const texts = useTexts(shellTexts);
  return (
    <Drawer.Root opened={opened} onClose={onClose} size="var(--sidebar-width)">
      <Drawer.Overlay />
      <Drawer.Content classNames={{ content: classes['drawer'] }} aria-label={texts.menu}>
        <Drawer.Body className={classes['drawerBody']}>
          <Sidebar iconOnly={false} onNavigate={onClose} />
          <Drawer.CloseButton
            className={classes['drawerClose']}
            iconSize="var(--icon-nav)"
            aria-label={texts.closeMenu}
          />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
