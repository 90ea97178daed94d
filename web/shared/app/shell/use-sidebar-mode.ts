import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useState } from 'react';

import { storageKey } from '@shared/config/app-name';
import { browserStorage } from '@shared/session/storage';
import { breakpoints } from '@shared/theme/breakpoints';

/** The sidebar: open beside the page, as icons, or in a drawer. */
export type SidebarMode = 'open' | 'icons' | 'drawer';

const atOnce = { getInitialValueInEffect: false };

const storage = browserStorage();
const foldedKey = storageKey('sidebarFolded');
const isFolded = () => storage.getItem(foldedKey) === 'true';

/** Returns whether the user folded the sidebar, in this or another tab, and the function that stores it. */
function useFolded(): [boolean, (folded: boolean) => void] {
  const [folded, setFolded] = useState(isFolded);
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key === null || key === foldedKey) setFolded(isFolded());
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
  const fold = (next: boolean) => {
    storage.setItem(foldedKey, String(next));
    setFolded(next);
  };
  return [folded, fold];
}

/**
 * Returns the mode of the sidebar. On wide screens the user's choice is stored. Between phone and wide it starts as
 * icons and can be opened until the next load.
 */
export function useSidebarMode() {
  const isPhone = useMediaQuery(breakpoints.phone, false, atOnce);
  const isWide = useMediaQuery(breakpoints.wide, true, atOnce);
  const [folded, fold] = useFolded();
  const [openBetween, setOpenBetween] = useState(false);
  const [drawerOpen, setDrawerOpen] = useState(false);

  const beside: SidebarMode = (isWide ? !folded : openBetween) ? 'open' : 'icons';
  const mode: SidebarMode = isPhone ? 'drawer' : beside;
  const toggle = () => {
    if (isPhone) setDrawerOpen((open) => !open);
    else if (isWide) fold(!folded);
    else setOpenBetween((open) => !open);
  };
  const expanded = isPhone ? drawerOpen : mode === 'open';
  return { mode, expanded, toggle, drawerOpen: isPhone && drawerOpen, closeDrawer: () => setDrawerOpen(false) };
}
