import { Button } from '@mantine/core';
import { IconMessageReport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { inSandbox } from '@/session/sandbox';
import { complaintTexts, complaintTones } from '@shared/format/complaint-texts';
import { useZones } from '@shared/format/display-zone';
import { formatDateTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { DrawerPart } from '@shared/overlay/side-drawer';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { StatusPill } from '@shared/ui/status-pill';

import type { OrderDetail } from '../order-queries';
import { ComplaintForm } from './complaint-form';
import { type Complaint, complaintsOptions } from './complaint-queries';
import { complaintsTexts } from './complaints-texts';
import classes from './complaints.module.css';
import { ReplyForm } from './reply-form';

/** What was complained of about an order, with the answers, and the form of another complaint while one can be opened. */
export function Complaints({ order }: { order: Pick<OrderDetail, 'orderId'> }) {
  return inSandbox() ? null : <OrderComplaints order={order} />;
}

function OrderComplaints({ order }: { order: Pick<OrderDetail, 'orderId'> }) {
  const texts = useTexts(complaintsTexts);
  const load = useQuery(complaintsOptions(order.orderId));
  const failure = useFailure(load);
  const { data, isFetching, refetch } = load;
  if (failure) {
    return (
      <DrawerPart>
        <LoadFailed title={texts.failed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />
      </DrawerPart>
    );
  }
  if (!data || (data.data.length === 0 && !data.possible)) return null;
  return (
    <DrawerPart>
      <section aria-labelledby="complaints-title">
        <h3 id="complaints-title" className={classes['title']}>
          {texts.title}
        </h3>
        {data.data.length > 0 && (
          <ul className={classes['list']}>
            {data.data.map((complaint) => (
              <OneComplaint key={complaint.number} orderId={order.orderId} complaint={complaint} />
            ))}
          </ul>
        )}
        {data.possible && <Opener orderId={order.orderId} />}
      </section>
    </DrawerPart>
  );
}

function Opener({ orderId }: { orderId: string }) {
  const texts = useTexts(complaintsTexts);
  const [opened, setOpened] = useState(false);
  if (opened) return <ComplaintForm orderId={orderId} onDone={() => setOpened(false)} />;
  return (
    <Button
      className={classes['opener']}
      variant="default"
      leftSection={<IconMessageReport aria-hidden />}
      onClick={() => setOpened(true)}
    >
      {texts.open}
    </Button>
  );
}

function Replier({ orderId, number }: { orderId: string; number: number }) {
  const texts = useTexts(complaintsTexts);
  const [opened, setOpened] = useState(false);
  if (opened) return <ReplyForm orderId={orderId} number={number} onDone={() => setOpened(false)} />;
  return (
    <Button className={classes['opener']} variant="default" size="sm" onClick={() => setOpened(true)}>
      {texts.reply}
    </Button>
  );
}

function OneComplaint({ orderId, complaint }: { orderId: string; complaint: Complaint }) {
  const texts = useTexts(complaintsTexts);
  const stateTexts = useTexts(complaintTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const { reason, text, openedBy, openedAt, state, result, answers } = complaint;
  return (
    <li className={classes['complaint']}>
      <div className={classes['head']}>
        {stateTexts.reasons[reason]}
        <StatusPill tone={complaintTones[state]}>{stateTexts.states[state]}</StatusPill>
      </div>
      <span className={classes['caption']}>{texts.by(openedBy, formatDateTime(openedAt, shown, language))}</span>
      {text !== '' && <p className={classes['text']}>{text}</p>}
      {answers.map((answer) => (
        <div key={answer.at} className={classes['answer']}>
          <span className={classes['caption']}>
            {texts.by(answer.by || texts.answer, formatDateTime(answer.at, shown, language))}
          </span>
          <p className={classes['text']}>{answer.text}</p>
        </div>
      ))}
      {state === 'answered' && <Replier orderId={orderId} number={complaint.number} />}
      {result !== undefined && <span>{texts.result(stateTexts.results[result])}</span>}
    </li>
  );
}
