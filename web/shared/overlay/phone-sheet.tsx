import type { ReactNode } from 'react';

import { lazyOverlay } from '@shared/state/lazy-part';

import classes from './phone-sheet.module.css';

export interface PhoneSheetProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Accessible name of the close button. */
  closeLabel: string;
  /** `content` is as high as its contents, from the bottom edge up; `full` fills the screen. */
  size: 'content' | 'full';
  children: ReactNode;
}

/** A sheet that slides up from the bottom of a phone's screen. */
export const PhoneSheet = lazyOverlay<PhoneSheetProps>(async () => (await import('./sheet-window')).SheetWindow);

/** The foot of a sheet with its primary button. It is always visible, within reach of the thumb. */
export function SheetFoot({ children }: { children: ReactNode }) {
  return <div className={classes['foot']}>{children}</div>;
}
