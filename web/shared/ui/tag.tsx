import classes from './tag.module.css';

/** One short word that sets a thing apart from its neighbours: new, or the user's own. */
export function Tag({ children }: { children: string }) {
  return <span className={classes['tag']}>{children}</span>;
}
