import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';

import { storageKey } from '@shared/config/app-name';
import { breakpoints } from '@shared/theme/breakpoints';

/** The sidebar: open beside the page, as icons, or in a drawer. */
export type SidebarMode = 'open' | 'icons' | 'drawer';

const atOnce = { getInitialValueInEffect: false };

/**
 * Returns the mode of the sidebar. On wide screens the user's choice is stored. Between phone and wide it starts as
 * icons and can be opened until the next load.
 */
export function useSidebarMode() {
  const isPhone = useMediaQuery(breakpoints.phone, false, atOnce);
  const isWide = useMediaQuery(breakpoints.wide, true, atOnce);
  const [folded, setFolded] = useLocalStorage({ key: storageKey('sidebarFolded'), defaultValue: false, ...atOnce });
  const [openBetween, setOpenBetween] = useState(false);
  const [drawerOpen, setDrawerOpen] = useState(false);

  const beside: SidebarMode = (isWide ? !folded : openBetween) ? 'open' : 'icons';
  const mode: SidebarMode = isPhone ? 'drawer' : beside;
  const toggle = () => {
    if (isPhone) setDrawerOpen((open) => !open);
    else if (isWide) setFolded((value) => !value);
    else setOpenBetween((open) => !open);
  };
  const expanded = isPhone ? drawerOpen : mode === 'open';
  return { mode, expanded, toggle, drawerOpen: isPhone && drawerOpen, closeDrawer: () => setDrawerOpen(false) };
}
