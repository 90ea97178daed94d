import classes from './page-pending.module.css';

/** What stands in place of a page while its program or its guard is on its way, once that takes a moment. */
export function PagePending() {
  return (
    <div className={classes['page']} aria-busy>
      <div className={classes['title']} />
      <div className={classes['card']} />
    </div>
  );
}
