import type { ReactNode } from 'react';

import type { Overview } from '@/overview/overview-queries';
import { percent } from '@shared/format/percent';
import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';

import { overviewTexts } from './overview-texts';
import classes from './overview.module.css';

/** The orders that ended since midnight. */
export function FiguresOfToday({ today }: { today: Overview['today'] }) {
  const texts = useTexts(overviewTexts);
  const ended = today.success + today.failed + today.reversed;
  return (
    <dl className={classes['figures']} aria-label={texts.today}>
      <Figure name={texts.ended} value={groupThousands(ended)} note={today.complete ? undefined : texts.incomplete} />
      <Figure name={texts.delivered} value={groupThousands(today.success)} />
      <Figure name={texts.failedOrders} value={groupThousands(today.failed)} />
      <Figure name={texts.reversed} value={groupThousands(today.reversed)} />
      <Figure name={texts.rate} value={ended === 0 ? '—' : percent(today.success, ended)} />
    </dl>
  );
}

function Figure({ name, value, note }: { name: string; value: ReactNode; note?: string | undefined }) {
  return (
    <div className={classes['figure']}>
      <dt className={classes['name']}>{name}</dt>
      <dd className={classes['value']}>{value}</dd>
      {note === undefined ? null : <dd className={classes['note']}>{note}</dd>}
    </div>
  );
}
