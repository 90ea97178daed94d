import { digitGroups } from './digit-groups';
import classes from './format.module.css';

/** A number in mono and in groups of four. The gaps are spacing alone: selecting and copying gives the plain value. */
export function GroupedNumber({ value }: { value: string }) {
  const groups = digitGroups(value);
  let start = 0;
  return (
    <span className={classes.grouped}>
      {groups.map((group) => {
        const key = start;
        start += group.length;
        return (
          <span key={key} className={classes.group}>
            {group}
          </span>
        );
      })}
    </span>
  );
}
