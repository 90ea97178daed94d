import type { StaffOrderDetail } from '@/orders/order-queries';
import { useZones } from '@shared/format/display-zone';
import { emptyMark, formatClock } from '@shared/format/local-time';
import { useTexts } from '@shared/i18n/texts';

import { attemptTexts } from './attempt-texts';
import classes from './order.module.css';

type Attempt = StaffOrderDetail['attempts'][number];

/** What went over the wire for an attempt: the purchase, then its status queries. */
export function Exchanges({ attempt }: { attempt: Attempt }) {
  const texts = useTexts(attemptTexts);
  const { shown } = useZones();
  if (attempt.exchanges.length === 0) return <p className={classes['small']}>{texts.noExchange}</p>;
  return (
    <div className={classes['exchanges']}>
      {attempt.exchanges.map((exchange) => {
        const { query, at, status, code, request, answer } = exchange;
        const call = query === 0 ? texts.purchase : texts.query(query);
        const reply = status === 0 ? texts.noAnswer : texts.http(status);
        return (
          <div key={query} className={classes['exchange']}>
            <Wire name={`${call}: ${texts.request}`} note={formatClock(at, shown)} text={pretty(request)} />
            <Wire
              name={`${call}: ${texts.answer}`}
              note={[reply, status !== 0 && code, `${exchange.took} ms`].filter(Boolean).join(', ')}
              text={answer === '' ? emptyMark : pretty(answer)}
            />
          </div>
        );
      })}
    </div>
  );
}

function Wire({ name, note, text }: { name: string; note: string; text: string }) {
  return (
    <section className={classes['wire']} aria-label={name}>
      <div className={classes['wireHead']}>
        <span className={classes['wireName']}>{name}</span>
        <span className={classes['small']}>{note}</span>
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must scroll by keyboard */}
      <pre className={classes['text']} tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}

/** JSON in lines; any other text, and JSON that was cut, as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
