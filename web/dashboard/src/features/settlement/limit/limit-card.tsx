import { Amount } from '@shared/format/amount';
import { formatDay } from '@shared/format/calendar-day';
import { useZones } from '@shared/format/display-zone';
import { useToday } from '@shared/format/use-today';
import { percent } from '@shared/format/percent';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import type { Settlement } from '@/settlement/own-settlement-query';

import type { Period } from '../settlement-queries';
import { creditOf, daysOf, usedOf } from '../settlement-rules';
import { settlementTexts } from '../settlement-texts';
import classes from '../settlement.module.css';

interface LimitCardProps {
  settlement: Settlement;
  /** The period that is open; undefined until it is known. */
  open: Period | undefined;
  /** It is not known yet whether there is one. */
  waiting: boolean;
}

/** What is left of the limit, and the share of it that is used. */
export function LimitCard({ settlement, open, waiting }: LimitCardProps) {
  const texts = useTexts(settlementTexts);
  const language = useLanguage();
  const zones = useZones();
  const today = useToday(zones.client);
  const used = usedOf(settlement);
  const credit = creditOf(settlement);
  return (
    <section className={classes['card']} aria-label={texts.totalLimit}>
      <div className={classes['line']}>
        <h2 className={classes['name']}>{texts.totalLimit}</h2>
        <span className={classes['note']}>
          {texts.maxLimit} <Amount value={settlement.max_limit} prefix="Rp" />
        </span>
      </div>
      <p className={classes['balance']}>
        <span className={classes['figure']}>
          <Amount value={settlement.balance} prefix="Rp" />
        </span>
        {open && (
          <span className={classes['note']}>
            {texts.leftUntil(formatDay(daysOf(open, zones.client).last, language))}
          </span>
        )}
        {waiting && (
          <span className={`${classes['note']} ${classes['unknown']}`} aria-hidden>
            {texts.leftUntil(formatDay(today, language))}
          </span>
        )}
      </p>
      <div className={classes['line']}>
        <span className={classes['name']}>{texts.limitUsed}</span>
        <strong>{percent(used, settlement.limit)}</strong>
      </div>
      <div
        className={classes['track']}
        role="meter"
        aria-label={texts.limitUsed}
        aria-valuemin={0}
        aria-valuemax={Math.max(settlement.limit, 1)}
        aria-valuenow={Math.min(used, Math.max(settlement.limit, 1))}
        aria-valuetext={percent(used, settlement.limit)}
      >
        <div className={classes['share']} style={{ inlineSize: shareOf(used, settlement.limit) }} />
      </div>
      <div className={classes['line']}>
        <span className={classes['note']}>
          <Amount value={used} prefix="Rp" /> {texts.used}
        </span>
        <span className={classes['note']}>
          {texts.of} <Amount value={settlement.limit} prefix="Rp" />
        </span>
      </div>
      {credit > 0 && (
        <p className={classes['note']}>
          {texts.credit} <Amount value={credit} prefix="Rp" />. {texts.creditHelp}
        </p>
      )}
    </section>
  );
}

const whole = 100;

/** A share as a width; nothing of no limit. */
function shareOf(used: number, limit: number): string {
  return limit <= 0 ? '0%' : `${Math.min(1, used / limit) * whole}%`;
}
