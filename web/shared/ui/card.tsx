import { type ReactNode, useId } from 'react';

import classes from './card.module.css';

interface CardHeadProps {
  title: string;
  /** A state that stands beside the title. */
  state?: ReactNode;
  hint?: ReactNode;
  action?: ReactNode;
  id?: string;
}

/** The title of a card, with an optional hint below and one action. */
export function CardHead({ title, state, hint, action, id }: CardHeadProps) {
  return (
    <div className={classes['head']}>
      <div className={classes['names']}>
        <div className={classes['line']}>
          {/* The title can be focused when the focused element is removed. */}
          <h2 className={classes['title']} id={id} tabIndex={-1}>
            {title}
          </h2>
          {state}
        </div>
        {hint ? <p className={classes['hint']}>{hint}</p> : null}
      </div>
      {action}
    </div>
  );
}

/** A titled section of a page. */
export function Card({ title, state, hint, action, children }: Omit<CardHeadProps, 'id'> & { children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes['card']} aria-labelledby={id}>
      <CardHead title={title} state={state} hint={hint} action={action} id={id} />
      <div className={classes['body']}>{children}</div>
    </section>
  );
}
