import { ActionIcon } from '@mantine/core';
import { IconLayoutSidebar, IconMenu2 } from '@tabler/icons-react';

import { useTexts } from '@shared/i18n/texts';

import { Breadcrumb } from './breadcrumb';
import classes from './header.module.css';
import { ProfileMenu } from './profile-menu';
import { useShellParts } from './shell-parts';
import { shellTexts } from './shell-texts';
import { ThemeSwitch } from './theme-switch';
import { useArea } from './use-area';
import type { SidebarMode } from './use-sidebar-mode';

interface HeaderProps {
  mode: SidebarMode;
  expanded: boolean;
  onToggle: () => void;
}

/** The header: menu button, breadcrumb, theme and account. On phones it has the title of the page. */
export function Header({ mode, expanded, onToggle }: HeaderProps) {
  const texts = useTexts(shellTexts);
  const { areaNames, pageNames, HeaderPart } = useShellParts();
  const areas = useTexts(areaNames);
  const pages = useTexts(pageNames);
  const { area, page } = useArea();
  const phone = mode === 'drawer';
  const title = page ? pages[page].title : area ? areas[area] : '';
  const Icon = phone ? IconMenu2 : IconLayoutSidebar;
  return (
    <header className={classes['header']}>
      <ActionIcon
        onClick={onToggle}
        aria-label={texts.toggleMenu}
        aria-expanded={expanded}
        className={classes['toggle']}
        size={phone ? 'lg' : 'md'}
      >
        <Icon aria-hidden />
      </ActionIcon>
      {phone ? (
        <span className={classes['title']} title={title} aria-hidden>
          {title}
        </span>
      ) : (
        <Breadcrumb />
      )}
      {HeaderPart ? (
        <div className={classes['middle']}>
          <HeaderPart narrow={phone} />
        </div>
      ) : null}
      <div className={classes['end']}>
        {phone ? null : <ThemeSwitch />}
        <ProfileMenu withTheme={phone} />
      </div>
    </header>
  );
}
