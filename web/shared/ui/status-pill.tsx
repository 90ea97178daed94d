import {
  IconArrowBackUp,
  IconBan,
  IconCalendar,
  IconCheck,
  IconClock,
  IconHourglassEmpty,
  IconPencil,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';

import classes from './status-pill.module.css';

/** The meaning of a state. It decides colour and icon; the word says it too. */
export type StatusTone = 'done' | 'fine' | 'waiting' | 'failed' | 'running' | 'cancelled' | 'draft' | 'queued';

const icons: Record<StatusTone, TablerIcon> = {
  done: IconCheck,
  fine: IconCheck,
  waiting: IconClock,
  failed: IconX,
  running: IconCalendar,
  cancelled: IconBan,
  draft: IconPencil,
  queued: IconHourglassEmpty,
};

/** A state as a word with an icon on a coloured background. */
export function StatusPill({ tone, children }: { tone: StatusTone; children: string }) {
  const Icon = icons[tone];
  return (
    <span className={classes['pill']} data-tone={tone}>
      <Icon aria-hidden />
      {children}
    </span>
  );
}

/** An outlined badge for an event that followed a state, such as a refund. It has the size of the pill beside it. */
export function FollowedBadge({ children, size = 'small' }: { children: string; size?: 'small' | 'pill' }) {
  return (
    <span className={classes['badge']} data-size={size}>
      <IconArrowBackUp aria-hidden />
      {children}
    </span>
  );
}
