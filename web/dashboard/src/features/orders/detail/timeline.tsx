import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCheck,
  IconClock,
  IconPlus,
  IconSend,
  IconWallet,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';

import { formatLongDay, todayIn } from '@shared/format/calendar-day';
import { Amount } from '@shared/format/amount';
import { useZones } from '@shared/format/display-zone';
import { formatClockWithZone, formatFollowingTime, zoneLabel } from '@shared/format/local-time';
import { formatRupiah } from '@shared/format/rupiah';
import { walletTypeName } from '@shared/format/wallet-type';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';

import { orderDetailTexts } from './order-detail-texts';
import classes from './timeline.module.css';
import { type EntryLook, orderTimeline, type TimelineEntry } from './order-timeline';
import type { OrderDetail } from '../order-queries';

const icons: Record<EntryLook, TablerIcon> = {
  created: IconPlus,
  money: IconWallet,
  sent: IconSend,
  done: IconCheck,
  failed: IconX,
  waiting: IconClock,
  declined: IconArrowForwardUp,
  returned: IconArrowBackUp,
};

/** The history of an order, newest first. */
export function Timeline({ order }: { order: OrderDetail }) {
  const texts = useTexts(orderDetailTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const start = new Date(order.createdAt);
  const entries = orderTimeline(order, texts.events, walletTypeName(order.walletType), (moment) =>
    formatClockWithZone(moment, shown),
  );
  return (
    <section aria-labelledby="timeline-title">
      <div className={classes['head']}>
        <h3 id="timeline-title" className={classes['title']}>
          {texts.timeline}
        </h3>
        <span className={classes['day']}>
          {formatLongDay(todayIn(shown, start), language)}, {zoneLabel(shown, start)}
        </span>
      </div>
      <ol className={classes['entries']}>
        {entries.map((entry) => (
          <Entry
            key={entry.key}
            entry={entry}
            time={entry.at === undefined ? '' : formatFollowingTime(entry.at, order.createdAt, shown, language)}
          />
        ))}
      </ol>
    </section>
  );
}

function Entry({ entry, time }: { entry: TimelineEntry; time: string }) {
  const texts = useTexts(orderDetailTexts);
  const Icon = icons[entry.look];
  return (
    <li className={classes['entry']}>
      <span className={classes['disc']} data-look={entry.look}>
        <Icon aria-hidden />
      </span>
      <span className={classes['words']}>
        <span className={classes['what']}>{entry.title}</span>
        {entry.cause !== '' && <span className={classes['cause']}>{entry.cause}</span>}
        {entry.money && (
          <span className={classes['cause']}>
            <span className={classes['money']} data-signed={entry.money.amount < 0 ? 'out' : 'in'}>
              <Amount value={entry.money.amount} sign="always" />
            </span>
            {` · ${texts.balanceAfter(formatRupiah(entry.money.after))}`}
          </span>
        )}
      </span>
      {entry.at !== undefined && (
        <time className={classes['time']} dateTime={entry.at}>
          {time}
        </time>
      )}
    </li>
  );
}

const blocks = ['one', 'two', 'three', 'four'];

/** The skeleton of the timeline. */
export function TimelineSkeleton() {
  const texts = useTexts(orderDetailTexts);
  return (
    <div aria-busy>
      <div className={classes['head']}>
        <h3 className={classes['title']}>{texts.timeline}</h3>
      </div>
      <div className={classes['entries']} aria-hidden>
        {blocks.map((block) => (
          <div key={block} className={classes['entry']}>
            <span className={classes['disc']} />
            <span className={classes['words']}>
              <span className={classes['block']} data-wide />
              <span className={classes['block']} />
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
