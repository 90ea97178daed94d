import { Amount } from '@shared/format/amount';
import { useTexts } from '@shared/i18n/texts';
import { PhoneRow } from '@shared/table/phone-row';

import type { Period } from '../settlement-queries';
import classes from '../settlement.module.css';
import { EventButton, PeriodDays, PeriodInvoices, PeriodName, PeriodState } from './period-columns';
import { periodTexts } from './period-texts';

/** A period on a phone: dates and state, limit and days, invoices and the way to its history. */
export function PeriodPhoneRow({ period }: { period: Period }) {
  const texts = useTexts(periodTexts);
  return (
    <PhoneRow className={classes['phoneRow']}>
      <span className={classes['phoneTitle']}>
        <PeriodName period={period} />
      </span>
      <PeriodState period={period} />
      <span className={classes['note']}>
        {texts.columns.limit} <Amount value={period.limit} prefix="Rp" />
      </span>
      <PeriodDays period={period} />
      <span className={classes['note']}>
        {texts.columns.maxLimit} <Amount value={period.max_limit} prefix="Rp" />
      </span>
      <EventButton period={period} />
      <span className={classes['phoneWide']}>
        <PeriodInvoices period={period} />
      </span>
    </PhoneRow>
  );
}
