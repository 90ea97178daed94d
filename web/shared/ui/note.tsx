import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';

import { announce } from '@shared/notify/announce';

import classes from './note.module.css';

interface NoteProps {
  tone?: 'info' | 'warning';
  /** Screen readers announce it: it appears after an action of the user. */
  live?: boolean;
  children: ReactNode;
}

/** A remark in a card or a dialog. */
export function Note({ tone = 'info', live = false, children }: NoteProps) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (live) announce(content.current?.textContent ?? '');
  }, [live]);
  const Icon = tone === 'warning' ? IconAlertTriangle : IconInfoCircle;
  return (
    <div className={classes['note']} data-tone={tone}>
      <Icon className={classes['icon']} aria-hidden />
      <div ref={content}>{children}</div>
    </div>
  );
}
