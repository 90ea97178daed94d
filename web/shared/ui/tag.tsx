import classes from './tag.module.css';

/** A short label, such as "New". */
export function Tag({ children }: { children: string }) {
  return <span className={classes['tag']}>{children}</span>;
}
