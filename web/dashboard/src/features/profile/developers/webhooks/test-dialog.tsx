import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { SelectField } from '@shared/form/select-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { Note } from '@shared/ui/note';

import { CodePanel } from '../code-panel';
import { developerTexts } from '../developer-texts';
import { durationText } from '../duration';
import { deliveryTexts } from './delivery-texts';
import { type EventType, eventTypes } from './event-types';
import { failureText } from './failure-text';
import { webhookDialogTexts } from './webhook-dialog-texts';
import { type Delivery, testWebhookOptions, type Webhook } from './webhook-queries';

interface TestDialogProps {
  opened: boolean;
  endpoint: Webhook;
  onClose: () => void;
}

/** Sends a sample to an endpoint and shows what its server answers. */
export function TestDialog({ opened, endpoint, onClose }: TestDialogProps) {
  const { title } = useTexts(webhookDialogTexts).test;
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="form">
      <TestForm endpoint={endpoint} />
    </Dialog>
  );
}

function TestForm({ endpoint }: { endpoint: Webhook }) {
  const texts = useTexts(webhookDialogTexts).test;
  const [type, setType] = useState<EventType>(
    () => eventTypes.find((one) => endpoint.events.includes(one)) ?? eventTypes[0],
  );
  const test = useMutation(testWebhookOptions(endpoint.id));
  return (
    <DialogForm
      label={texts.title}
      onSubmit={(event) => {
        event.preventDefault();
        if (!test.isPending) test.mutate({ type });
      }}
    >
      <DialogBody>
        <p>{texts.text}</p>
        <SelectField
          label={texts.type}
          value={type}
          options={eventTypes.map((value) => ({ value, label: value }))}
          onChange={setType}
          data-autofocus
        />
        {test.data && !test.isPending && <TestResult key={test.data.id} delivery={test.data} />}
      </DialogBody>
      <DialogFoot>
        <DialogCancel label={texts.close} />
        <SubmitButton sending={test.isPending} sendingLabel={texts.sending}>
          {texts.send}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}

function TestResult({ delivery: { state, last } }: { delivery: Delivery }) {
  const texts = useTexts(webhookDialogTexts).test;
  const deliveries = useTexts(deliveryTexts);
  const durations = useTexts(developerTexts);
  if (!last) return null;
  const duration = durationText(last.took, durations);
  const delivered = state === 'delivered';
  return (
    <>
      <Note tone={delivered ? 'info' : 'warning'} live>
        {last.status === 0
          ? texts.noAnswer(failureText(last.failure, deliveries))
          : (delivered ? texts.delivered : texts.refused)(last.status, duration)}
      </Note>
      {last.answer !== '' && <CodePanel title={texts.answer} text={last.answer} />}
    </>
  );
}
