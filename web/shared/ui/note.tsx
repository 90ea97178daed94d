import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import classes from './note.module.css';

interface NoteProps {
  tone?: 'info' | 'warning';
  /** It comes after something the user did, so it is read aloud. */
  live?: boolean;
  children: ReactNode;
}

/** A remark inside a card or a dialog. */
export function Note({ tone = 'info', live = false, children }: NoteProps) {
  const Icon = tone === 'warning' ? IconAlertTriangle : IconInfoCircle;
  return (
    <div className={classes['note']} data-tone={tone} role={live ? 'status' : undefined}>
      <Icon className={classes['icon']} aria-hidden />
      <div>{children}</div>
    </div>
  );
}
