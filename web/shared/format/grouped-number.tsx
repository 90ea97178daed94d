import { Fragment } from 'react';

import { digitGroups } from './digit-groups';
import classes from './format.module.css';

interface GroupedNumberProps {
  value: string;
  /** Never breaks, also in a narrow cell: for an account number, which is read digit by digit. */
  whole?: boolean;
}

/**
 * A number in a monospace font and groups of four. The gaps are CSS only: selecting and copying give the plain value.
 */
export function GroupedNumber({ value, whole = false }: GroupedNumberProps) {
  return (
    <span className={classes['grouped']}>
      {digitGroups(value).map(({ start, digits }) => (
        <Fragment key={start}>
          {/* The only place where a narrow cell may break the number. */}
          {start > 0 && !whole && <wbr />}
          <span className={classes['group']}>{digits}</span>
        </Fragment>
      ))}
    </span>
  );
}
