import type { ReactNode } from 'react';

import classes from './facts.module.css';

/** Names at the left with their values at the right. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes['facts']}>{children}</dl>;
}

/** One line of `Facts`. */
export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className={classes['fact']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The sum below `Facts`, after a perforated line: a final total with its double rule. */
export function TotalFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes['total']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
