import type { ReactNode } from 'react';

import { percent } from '@shared/format/percent';
import { groupThousands } from '@shared/format/rupiah';

import type { StackTone } from './stack-layout';
import classes from './chart-card.module.css';

/** A legend entry with its total; undefined while loading. */
interface ChartTotal {
  id: string;
  name: string;
  tone: StackTone;
  value: number | undefined;
}

interface ChartCardProps {
  title: string;
  totals: readonly ChartTotal[];
  children: ReactNode;
  /** Dims the figures while new ones load. */
  waiting?: boolean;
}

/** The frame of a chart: title and totals at the left, the drawing at the right; on phones above it. */
export function ChartCard({ title, totals, children, waiting = false }: ChartCardProps) {
  const sum = totals.reduce((all, { value }) => all + (value ?? 0), 0);
  return (
    <section className={classes['card']} aria-label={title} aria-busy={waiting}>
      <div className={classes['words']} data-waiting={waiting || undefined}>
        <h2 className={classes['title']}>{title}</h2>
        <dl className={classes['totals']}>
          {totals.map(({ id, name, tone, value }) => (
            <div key={id} className={classes['total']}>
              <dt>
                <i className={classes['square']} data-tone={tone} aria-hidden />
                {name}
              </dt>
              <dd className={classes['figure']}>{value === undefined ? '' : groupThousands(value)}</dd>
              <dd className={classes['share']}>{value === undefined ? '' : percent(value, sum)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className={classes['drawing']} data-waiting={waiting || undefined}>
        {children}
      </div>
    </section>
  );
}
