import { Fragment } from 'react';

import { digitGroups } from './digit-groups';
import classes from './format.module.css';

/** A number in mono and in groups of four. The gaps are spacing alone: selecting and copying gives the plain value. */
export function GroupedNumber({ value }: { value: string }) {
  return (
    <span className={classes['grouped']}>
      {digitGroups(value).map(({ start, digits }) => (
        <Fragment key={start}>
          {/* A narrow cell breaks a long number here; elsewhere numbers never break. */}
          {start > 0 && <wbr />}
          <span className={classes['group']}>{digits}</span>
        </Fragment>
      ))}
    </span>
  );
}
