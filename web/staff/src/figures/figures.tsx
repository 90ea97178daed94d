import type { ReactNode } from 'react';

import classes from './figures.module.css';

/** Figures side by side. */
export function Figures({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl className={classes['figures']} aria-label={label}>
      {children}
    </dl>
  );
}

interface FigureProps {
  name: string;
  value: ReactNode;
  note?: string | undefined;
  /** The note warns. */
  low?: boolean;
}

/** A figure with its name and a note below. */
export function Figure({ name, value, note, low = false }: FigureProps) {
  return (
    <div className={classes['figure']}>
      <dt className={classes['name']}>{name}</dt>
      <dd className={classes['value']}>{value}</dd>
      {note === undefined ? null : (
        <dd className={classes['note']} data-low={low || undefined}>
          {note}
        </dd>
      )}
    </div>
  );
}
