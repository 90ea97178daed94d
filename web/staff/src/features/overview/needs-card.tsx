import { linkOptions } from '@tanstack/react-router';

import { formatAge } from '@/age/age';
import { ageTexts } from '@/age/age-texts';
import { type CountRow, CountRows } from '@/lists/count-rows';
import type { Overview } from '@/overview/overview-queries';
import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { Amount } from '@shared/format/amount';
import { useTexts } from '@shared/i18n/texts';
import { Card } from '@shared/ui/card';

import { overviewTexts } from './overview-texts';

interface NeedsCardProps {
  needs: Overview['needs'];
  /** When the counts are from, in milliseconds since 1970. */
  at: number;
}

/** What needs a person, with how many there are, as far as the member of staff may see it. */
export function NeedsCard({ needs, at }: NeedsCardProps) {
  const texts = useTexts(overviewTexts);
  const ages = useTexts(ageTexts);
  const seesOrders = useHasPermission(permission.orderDetail);
  const seesSuspense = useHasPermission(permission.suspense);
  const seesSuppliers = useHasPermission(permission.suppliers);
  const seesJobs = useHasPermission(permission.jobs);
  const oldest = (since: string | null) => since !== null && texts.oldest(formatAge(since, at, ages));
  const rows: (CountRow | false)[] = [
    seesOrders && {
      name: texts.reviews,
      count: needs.reviews,
      note: oldest(needs.oldestReview),
      link: linkOptions({ to: '/reviews' }),
    },
    {
      name: texts.approvals,
      count: needs.approvals,
      note: oldest(needs.oldestApproval),
      link: linkOptions({ to: '/approvals' }),
    },
    seesSuspense && {
      name: texts.suspense,
      count: needs.suspenseTransfers,
      note: needs.suspenseTransfers > 0 && <Amount value={needs.suspenseAmount} prefix="Rp" />,
      link: linkOptions({ to: '/topups' }),
    },
    seesSuppliers && { name: texts.lowBalances, count: needs.lowBalances, link: linkOptions({ to: '/suppliers' }) },
    seesSuppliers && { name: texts.exclusions, count: needs.exclusions, link: linkOptions({ to: '/suppliers' }) },
    seesSuppliers && {
      name: texts.priceChanges,
      count: needs.priceChanges,
      note: oldest(needs.oldestPriceChange),
      link: linkOptions({ to: '/suppliers' }),
    },
    seesJobs && { name: texts.deadJobs, count: needs.deadJobs, link: linkOptions({ to: '/jobs' }) },
    seesJobs && { name: texts.events, count: needs.eventsSetAside },
  ];
  return (
    <Card title={texts.needs}>
      <CountRows rows={rows.filter((row) => row !== false)} />
    </Card>
  );
}
