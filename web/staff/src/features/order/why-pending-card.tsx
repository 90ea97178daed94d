import type { StaffOrderDetail } from '@/orders/order-queries';
import { useZones } from '@shared/format/display-zone';
import { formatClockWithZone, formatDateTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { type Translation, useTexts } from '@shared/i18n/texts';
import { Card } from '@shared/ui/card';
import { Fact, Facts } from '@shared/ui/facts';

import { orderTexts } from './order-texts';
import classes from './order.module.css';

type Pending = NonNullable<StaffOrderDetail['pending']>;

/** Why an order is pending, until when its supplier is asked, and what follows. */
export function WhyPendingCard({ pending }: { pending: Pending }) {
  const texts = useTexts(orderTexts).why;
  const language = useLanguage();
  const { shown } = useZones();
  const { state, nextAt, deadline } = pending;
  return (
    <Card title={texts.title}>
      <div className={classes['why']}>
        <p>{sentenceOf(pending, texts)}</p>
        <Facts>
          {nextAt !== null && <Fact name={texts.next}>{formatClockWithZone(nextAt, shown)}</Fact>}
          {state !== 'unsent' && <Fact name={texts.asked}>{texts.times(pending.asked)}</Fact>}
          {deadline !== null && state !== 'staff' && (
            <>
              <Fact name={texts.deadline}>{formatDateTime(deadline, shown, language)}</Fact>
              <Fact name={texts.after}>{texts.review}</Fact>
            </>
          )}
        </Facts>
        {state !== 'unsent' && <p className={classes['small']}>{texts.note}</p>}
      </div>
    </Card>
  );
}

type WhyTexts = Translation<(typeof orderTexts)['en']>['why'];

function sentenceOf({ state, outcome, supplier }: Pending, texts: WhyTexts): string {
  if (state === 'staff') return texts.staff;
  return texts[state === 'query' ? outcome : state](supplier);
}
