import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { DateTimeField } from '@shared/form/date-time-field';
import { SubmitButton } from '@shared/form/submit-button';
import { addDays, type Day } from '@shared/format/calendar-day';
import { useZones } from '@shared/format/display-zone';
import { formatDateTime } from '@shared/format/local-time';
import { groupThousands } from '@shared/format/rupiah';
import { useToday } from '@shared/format/use-today';
import { zonedMoment } from '@shared/format/zoned-moment';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { Note } from '@shared/ui/note';

import { webhookDialogTexts } from './webhook-dialog-texts';
import { resendOptions } from './webhook-queries';

interface SinceDialogProps {
  opened: boolean;
  endpointId: string;
  onClose: () => void;
}

/** Sends all events since a time again. */
export function SinceDialog({ opened, endpointId, onClose }: SinceDialogProps) {
  const { title } = useTexts(webhookDialogTexts).since;
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="form">
      <SinceForm endpointId={endpointId} onClose={onClose} />
    </Dialog>
  );
}

/** Days for which events are kept, without the first, of which a part is gone. */
const daysBack = -29;

function SinceForm({ endpointId, onClose }: Omit<SinceDialogProps, 'opened'>) {
  const texts = useTexts(webhookDialogTexts).since;
  const zones = useZones();
  const language = useLanguage();
  const today = useToday(zones.client);
  const [since, setSince] = useState<{ day: Day | undefined; time: string | undefined }>({ day: today, time: '00:00' });
  const [showErrors, setShowErrors] = useState(false);
  const resend = useMutation(resendOptions(endpointId));
  const rest = resend.data?.rest;
  return (
    <DialogForm
      label={texts.title}
      onSubmit={(event) => {
        event.preventDefault();
        setShowErrors(true);
        if (resend.isPending || since.day === undefined) return;
        const moment = zonedMoment(since.day, since.time ?? '00:00', zones.client).toISOString();
        resend.mutate(
          { since: rest ?? moment },
          {
            onSuccess: ({ count, rest: left }) => {
              notifySuccess(texts.sent(groupThousands(count)));
              if (left === null) onClose();
            },
          },
        );
      }}
    >
      <DialogBody>
        <p>{texts.text}</p>
        <DateTimeField
          dayLabel={texts.day}
          timeLabel={texts.time}
          showLabels
          value={since}
          firstDay={addDays(today, daysBack)}
          lastDay={today}
          error={showErrors && since.day === undefined ? texts.missing : undefined}
          onChange={(value) => {
            setSince(value);
            resend.reset();
          }}
        />
        {rest && <Note live>{texts.rest(formatDateTime(rest, zones.shown, language))}</Note>}
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={resend.isPending} sendingLabel={texts.sending}>
          {texts.send}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
