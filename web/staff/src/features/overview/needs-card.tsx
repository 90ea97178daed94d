import type { Overview } from '@/overview/overview-queries';
import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { Amount } from '@shared/format/amount';
import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { Card } from '@shared/ui/card';

import { overviewTexts } from './overview-texts';
import classes from './overview.module.css';

/** What needs a person, with how many there are, as far as the member of staff may see it. */
export function NeedsCard({ needs }: { needs: Overview['needs'] }) {
  const texts = useTexts(overviewTexts);
  const seesSuspense = useHasPermission(permission.suspense);
  const seesJobs = useHasPermission(permission.jobs);
  const rows = [
    { name: texts.reviews, count: needs.reviews, note: null },
    seesSuspense && {
      name: texts.suspense,
      count: needs.suspenseTransfers,
      note: <Amount value={needs.suspenseAmount} prefix="Rp" />,
    },
    { name: texts.approvals, count: needs.approvals, note: null },
    seesJobs && { name: texts.deadJobs, count: needs.deadJobs, note: null },
    seesJobs && { name: texts.events, count: needs.eventsSetAside, note: null },
  ].filter((row) => row !== false);
  return (
    <Card title={texts.needs}>
      <ul className={classes['needs']}>
        {rows.map(({ name, count, note }) => (
          <li key={name} className={classes['need']} data-none={count === 0 || undefined}>
            <span>{name}</span>
            <span className={classes['note']}>{note}</span>
            <span className={classes['count']}>{groupThousands(count)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
