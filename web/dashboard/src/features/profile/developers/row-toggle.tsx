import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import classes from './developers.module.css';

interface RowToggleProps {
  opened: boolean;
  /** Accessible name. */
  label: string;
  onToggle: () => void;
  children: ReactNode;
}

/** The button in the first cell of a row that opens in place. */
export function RowToggle({ opened, label, onToggle, children }: RowToggleProps) {
  return (
    <button
      type="button"
      className={classes['toggle']}
      aria-expanded={opened}
      aria-label={label}
      onClick={() => onToggle()}
    >
      <IconChevronRight aria-hidden />
      <span className={classes['mono']}>{children}</span>
    </button>
  );
}
