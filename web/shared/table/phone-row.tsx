import type { ReactNode } from 'react';

import classes from './phone-row.module.css';

interface PhoneRowProps {
  /** The class of a list whose parts stand in the row in their own way. */
  className?: string | undefined;
  /** Makes the row a button that opens a drawer or a dialog, and takes the focus back by its anchor (`focusAnchor`). */
  open?: { anchor: string; onOpen: () => void };
  children: ReactNode;
}

/** A row on a phone that is not made from columns: its parts in two columns, of which the second is as wide as it needs. */
export function PhoneRow({ className, open, children }: PhoneRowProps) {
  const rowClass = className === undefined ? classes['row'] : `${classes['row']} ${className}`;
  if (!open) return <div className={rowClass}>{children}</div>;
  return (
    <button
      type="button"
      className={rowClass}
      aria-haspopup="dialog"
      data-returns={open.anchor}
      onClick={() => open.onOpen()}
    >
      {children}
    </button>
  );
}
