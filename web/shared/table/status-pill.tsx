import {
  IconArrowBackUp,
  IconBan,
  IconCalendar,
  IconCheck,
  IconClock,
  IconPencil,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';

import classes from './status-pill.module.css';

/** What a state means: colour and icon follow from it, and the word says it again. */
export type StatusTone = 'done' | 'waiting' | 'failed' | 'running' | 'cancelled' | 'draft';

const icons: Record<StatusTone, TablerIcon> = {
  done: IconCheck,
  waiting: IconClock,
  failed: IconX,
  running: IconCalendar,
  cancelled: IconBan,
  draft: IconPencil,
};

/** The state of a thing as a word with its icon on its colour. */
export function StatusPill({ tone, children }: { tone: StatusTone; children: string }) {
  const Icon = icons[tone];
  return (
    <span className={classes['pill']} data-tone={tone}>
      <Icon aria-hidden />
      {children}
    </span>
  );
}

/** An outlined badge: it tells what followed on a state, and is none itself. Beside a pill it takes the pill's size. */
export function FollowedBadge({ children, size = 'small' }: { children: string; size?: 'small' | 'pill' }) {
  return (
    <span className={classes['badge']} data-size={size}>
      <IconArrowBackUp aria-hidden />
      {children}
    </span>
  );
}
