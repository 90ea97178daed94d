import classes from './flow-card.module.css';

/** Keeps the room of a `FlowCard` until it is loaded: that of one chart, or of two with balances. */
export function FlowPlaceholder({ balances }: { balances: boolean }) {
  return (
    <div className={classes['card']} aria-hidden>
      <div className={classes['charts']}>
        <div className={classes['place']} />
        {balances && <div className={classes['place']} />}
      </div>
    </div>
  );
}
