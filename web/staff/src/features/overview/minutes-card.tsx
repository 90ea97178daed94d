import type { Overview } from '@/overview/overview-queries';
import { useTexts } from '@shared/i18n/texts';
import { groupThousands } from '@shared/format/rupiah';
import { lazyPart } from '@shared/state/lazy-part';
import { Card } from '@shared/ui/card';

import { overviewTexts } from './overview-texts';
import classes from './overview.module.css';

/** The page is usable before its chart. */
const MinutesChart = lazyPart(
  async () => (await import('./minutes-chart')).MinutesChart,
  <div className={classes['chart']} />,
);

/** The orders that ended in each of the last 60 minutes. */
export function MinutesCard({ minutes }: { minutes: Overview['minutes'] }) {
  const texts = useTexts(overviewTexts);
  const sum = (of: 'success' | 'failed') => groupThousands(minutes.reduce((all, one) => all + one[of], 0));
  return (
    <Card title={texts.minutes} hint={`${texts.success} ${sum('success')}, ${texts.failedShort} ${sum('failed')}`}>
      <MinutesChart minutes={minutes} />
    </Card>
  );
}
