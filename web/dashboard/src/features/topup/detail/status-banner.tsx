import { IconBan, IconCircleCheck, IconClockX, IconHourglass, IconLoader, type TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';

import { formatHoursLeft, formatMinutesLeft } from '@shared/format/countdown';
import { useZones } from '@shared/format/display-zone';
import { formatLongDateTime } from '@shared/format/local-time';
import { useTimeLeft } from '@shared/format/use-time-left';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { announce } from '@shared/notify/announce';
import type { TopupOrder } from '@/wallet/topup-order-queries';

import { transferDetailTexts } from './transfer-detail-texts';
import classes from './detail.module.css';

interface StatusBannerProps {
  order: TopupOrder;
  /** How long the transfer still counts as processing, in milliseconds; 0 if it does not. */
  processing: number;
}

const ends = {
  cancelled: { icon: IconBan, tone: 'cancelled' },
  expired: { icon: IconClockX, tone: 'failed' },
  done: { icon: IconCircleCheck, tone: 'done' },
} as const;

/** The state of the order in words. A change is read aloud. */
export function StatusBanner({ order, processing }: StatusBannerProps) {
  const texts = useTexts(transferDetailTexts);
  const { status } = order;
  const before = useRef(status);
  useEffect(() => {
    if (status !== before.current && status !== 'pending') announce(texts[status]);
    before.current = status;
  }, [status, texts]);
  if (status === 'pending') {
    return processing > 0 ? <Processing left={processing} /> : <Waiting order={order} />;
  }
  const { icon, tone } = ends[status];
  return <Banner icon={icon} tone={tone} title={texts[status]} />;
}

function Waiting({ order }: { order: TopupOrder }) {
  const texts = useTexts(transferDetailTexts);
  const language = useLanguage();
  const zones = useZones();
  const end = Date.parse(order.expired_at);
  const left = useTimeLeft(end);
  const whole = end - Date.parse(order.created_at);
  return (
    <Banner
      icon={IconHourglass}
      tone="waiting"
      title={texts.waiting}
      text={texts.payBefore(formatLongDateTime(order.expired_at, zones.shown, language))}
    >
      <span className={classes['left']}>
        <progress className={classes['bar']} value={left} max={whole} aria-hidden />
        <span className={classes['clock']} role="timer" aria-label={texts.timeLeft}>
          {formatHoursLeft(left)}
        </span>
      </span>
    </Banner>
  );
}

function Processing({ left }: { left: number }) {
  const texts = useTexts(transferDetailTexts);
  return (
    <Banner icon={IconLoader} tone="running" title={texts.received} text={texts.processing}>
      <span className={classes['clock']} role="timer" aria-label={texts.processing}>
        {formatMinutesLeft(left)}
      </span>
    </Banner>
  );
}

interface BannerProps {
  icon: TablerIcon;
  tone: 'waiting' | 'running' | 'cancelled' | 'failed' | 'done';
  title: string;
  text?: string;
  children?: ReactNode;
}

function Banner({ icon: Icon, tone, title, text, children }: BannerProps) {
  return (
    <div className={classes['banner']} data-tone={tone}>
      <Icon aria-hidden />
      <div className={classes['words']}>
        <strong className={classes['state']}>{title}</strong>
        {text === undefined ? null : <span>{text}</span>}
      </div>
      {children}
    </div>
  );
}
