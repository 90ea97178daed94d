import type { ReactNode } from 'react';

import { lazyOverlay } from '@shared/state/lazy-part';

import classes from './side-drawer.module.css';

export interface SideDrawerProps {
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

/** A drawer over the full height. It asks before it closes while a form in it has unsaved input. */
export const SideDrawer = lazyOverlay<SideDrawerProps>(async () => (await import('./drawer-window')).DrawerWindow);

/** A section of a drawer, separated from the next by a thin line. */
export function DrawerPart({ children }: { children: ReactNode }) {
  return <div className={classes['part']}>{children}</div>;
}

/** The foot of a drawer with its buttons. It is always visible. */
export function DrawerFoot({ children }: { children: ReactNode }) {
  return <div className={classes['foot']}>{children}</div>;
}
