import { Button, UnstyledButton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useZones } from '@shared/format/display-zone';
import { formatDateClock } from '@shared/format/local-time';
import { groupThousands } from '@shared/format/rupiah';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';

import { CodePanel } from '../code-panel';
import { developerTexts } from '../developer-texts';
import developers from '../developers.module.css';
import { durationText } from '../duration';
import { PanelSkeleton } from '../panel-skeleton';
import { ReferenceLinks } from '../reference-links';
import { deliveryTexts } from './delivery-texts';
import { failureText } from './failure-text';
import { deliveryOptions, resendOptions, type Send } from './webhook-queries';
import classes from './webhooks.module.css';

interface DeliveryDetailProps {
  endpointId: string;
  id: string;
}

const millisecondsPerSecond = 1000;

/** A delivery in its place in the list: what is sent, and what each attempt brought. */
export function DeliveryDetail({ endpointId, id }: DeliveryDetailProps) {
  const texts = useTexts(deliveryTexts);
  const load = useQuery(deliveryOptions(endpointId, id));
  const failure = useFailure(load);
  // The last attempt, until another one is chosen.
  const [chosenNumber, setChosenNumber] = useState<number>();
  if (failure !== null) {
    const again = () => void load.refetch();
    return <LoadFailed title={texts.oneFailed} error={failure} retrying={load.isFetching} onRetry={again} />;
  }
  const delivery = load.data;
  if (!delivery) return <PanelSkeleton />;
  const { requests } = delivery;
  const shownSend = requests.find(({ number }) => number === chosenNumber) ?? requests.at(-1);
  return (
    <div className={developers['panels']}>
      <CodePanel
        title={texts.request}
        note={texts.requestNote}
        text={`${headersOf(delivery.id, shownSend)}\n\n${delivery.body}`}
      />
      <div className={developers['side']}>
        {requests.length > 1 && <Attempts requests={requests} shown={shownSend} onShow={setChosenNumber} />}
        {!delivery.test && (
          <div className={developers['actions']}>
            {delivery.type.startsWith('order.') && delivery.subject !== '' && (
              <ReferenceLinks reference={delivery.subject} from="webhooks" />
            )}
            <SendAgain endpointId={endpointId} id={id} />
          </div>
        )}
        <Answer send={shownSend} />
      </div>
    </div>
  );
}

/** The headers of an attempt. Its signature is not stored. */
function headersOf(id: string, send: Send | undefined): string {
  const lines = ['content-type: application/json', `webhook-id: ${id}`];
  if (send) lines.push(`webhook-timestamp: ${Math.floor(Date.parse(send.at) / millisecondsPerSecond)}`);
  return [...lines, 'webhook-signature: v1,••••'].join('\n');
}

interface AttemptsProps {
  requests: readonly Send[];
  shown: Send | undefined;
  onShow: (number: number) => void;
}

function Attempts({ requests, shown, onShow }: AttemptsProps) {
  const texts = useTexts(deliveryTexts);
  return (
    <ul className={classes['attempts']} aria-label={texts.attempts}>
      {requests.map((send) => (
        <li key={send.number}>
          <UnstyledButton
            className={classes['attempt']}
            aria-pressed={send.number === shown?.number}
            onClick={() => onShow(send.number)}
          >
            {send.number} · {send.status === 0 ? failureText(send.failure, texts) : send.status}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

function Answer({ send }: { send: Send | undefined }) {
  const texts = useTexts(deliveryTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const durations = useTexts(developerTexts);
  if (!send) return <CodePanel title={texts.answer} text={texts.noRequest} />;
  const duration = durationText(send.took, durations);
  const reason = failureText(send.failure, texts);
  return (
    <CodePanel
      title={texts.answer}
      note={`${formatDateClock(send.at, shown, language)} · ${send.status === 0 ? reason : texts.answered(send.status, duration)}`}
      text={send.status === 0 ? reason : send.answer || texts.empty}
    />
  );
}

function SendAgain({ endpointId, id }: DeliveryDetailProps) {
  const texts = useTexts(deliveryTexts);
  const resend = useMutation(resendOptions(endpointId));
  return (
    <>
      <span>{texts.sameId}</span>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconRefresh aria-hidden />}
        disabled={resend.isPending}
        onClick={() =>
          resend.mutate({ ids: [id] }, { onSuccess: ({ count }) => notifySuccess(texts.resent(groupThousands(count))) })
        }
      >
        {texts.sendAgain}
      </Button>
    </>
  );
}
