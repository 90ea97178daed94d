import { type ReactNode, useId } from 'react';

import classes from './card.module.css';

interface CardHeadProps {
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
  id?: string;
}

/** Title of a card with a remark beneath and its one action. */
export function CardHead({ title, hint, action, id }: CardHeadProps) {
  return (
    <div className={classes['head']}>
      <div className={classes['names']}>
        {/* The title can take the focus when what held it is gone. */}
        <h2 className={classes['title']} id={id} tabIndex={-1}>
          {title}
        </h2>
        {hint ? <p className={classes['hint']}>{hint}</p> : null}
      </div>
      {action}
    </div>
  );
}

/** A part of a page with a title of its own. */
export function Card({ title, hint, action, children }: Omit<CardHeadProps, 'id'> & { children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes['card']} aria-labelledby={id}>
      <CardHead title={title} hint={hint} action={action} id={id} />
      <div className={classes['body']}>{children}</div>
    </section>
  );
}
