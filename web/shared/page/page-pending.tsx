import classes from './page-pending.module.css';

/** Shown while the code or the guard of a page is loading. */
export function PagePending() {
  return (
    <div className={classes['page']} aria-busy>
      <div className={classes['title']} />
      <div className={classes['card']} />
    </div>
  );
}
