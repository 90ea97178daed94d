import type { TablerIcon } from '@tabler/icons-react';

import classes from './state-tile.module.css';

export type StateTone = 'neutral' | 'done' | 'failed';

/** The sign above the words that stand in place of a page or of rows: how it came out, or why there is nothing. */
export function StateTile({ icon: Icon, tone = 'neutral' }: { icon: TablerIcon; tone?: StateTone }) {
  return (
    <span className={classes['tile']} data-tone={tone}>
      <Icon aria-hidden />
    </span>
  );
}
