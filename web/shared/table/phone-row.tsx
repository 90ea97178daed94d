import type { ReactNode } from 'react';

import classes from './phone-row.module.css';

interface PhoneRowProps {
  /** The class of a list whose parts stand in the row in their own way. */
  className?: string | undefined;
  children: ReactNode;
}

/** A row on a phone that is not made from columns: its parts in two columns, of which the second is as wide as it needs. */
export function PhoneRow({ className, children }: PhoneRowProps) {
  return <div className={className === undefined ? classes['row'] : `${classes['row']} ${className}`}>{children}</div>;
}
