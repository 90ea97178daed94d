import type { TablerIcon } from '@tabler/icons-react';

import classes from './state-tile.module.css';

export type StateTone = 'neutral' | 'done' | 'failed';

/** The icon above the text that replaces a page or the rows of a list. */
export function StateTile({ icon: Icon, tone = 'neutral' }: { icon: TablerIcon; tone?: StateTone }) {
  return (
    <span className={classes['tile']} data-tone={tone}>
      <Icon aria-hidden />
    </span>
  );
}
