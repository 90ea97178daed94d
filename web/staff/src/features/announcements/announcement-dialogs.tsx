import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

import { Checkbox, Textarea, TextInput } from '@mantine/core';

import { ReasonField, ReasonForm } from '@/dialogs/reason-dialog';
import { DateTimeField } from '@shared/form/date-time-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useZones } from '@shared/format/display-zone';
import { useToday } from '@shared/format/use-today';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { useLast } from '@shared/ui/use-last';

import {
  addAnnouncementOptions,
  type Announcement,
  type AnnouncementValues,
  clientIdsIn,
  endAnnouncementOptions,
} from './announcement-queries';
import { announcementTexts } from './announcement-texts';

const longestTitle = 100;
const longestText = 1000;
const noTime = { day: undefined, time: undefined };

interface AddDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Writes an announcement. */
export function AddDialog({ opened, onClose }: AddDialogProps) {
  const texts = useTexts(announcementTexts);
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.add} size="form">
      <AddForm onClose={onClose} />
    </Dialog>
  );
}

function AddForm({ onClose }: { onClose: () => void }) {
  const texts = useTexts(announcementTexts);
  const { client: zone } = useZones();
  const today = useToday(zone);
  const filled = (value: string) => (value.trim() === '' ? texts.required : null);
  const form = useCheckedForm<AnnouncementValues>({
    initialValues: {
      title: '',
      text: '',
      titleId: '',
      textId: '',
      later: false,
      from: noTime,
      until: noTime,
      everyone: true,
      clients: '',
      mail: false,
      reason: '',
    },
    validate: {
      title: filled,
      text: filled,
      titleId: filled,
      textId: filled,
      from: (value, { later }) => (later && value.day === undefined ? texts.noDay : null),
      until: (value) => (value.day === undefined ? texts.noDay : null),
      clients: (value, { everyone }) => (!everyone && (clientIdsIn(value) ?? []).length === 0 ? texts.badIds : null),
      reason: filled,
    },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: addAnnouncementOptions(zone),
    fields: {
      title: 'title',
      text: 'text',
      titleId: 'titleId',
      textId: 'textId',
      from: 'from',
      until: 'until',
      clientIds: 'clients',
      reason: 'reason',
    },
    onSuccess: () => {
      notifySuccess(texts.sent);
      onClose();
    },
  });
  const { values, errors } = form;
  const moment = (field: 'from' | 'until', label: string) => (
    <DateTimeField
      dayLabel={label}
      timeLabel={texts.time}
      showLabels
      value={values[field]}
      firstDay={today}
      error={typeof errors[field] === 'string' ? errors[field] : undefined}
      onChange={(value) => form.setFieldValue(field, value)}
    />
  );
  const line = (field: 'title' | 'titleId', label: string) => (
    <TextInput {...form.getInputProps(field)} label={label} maxLength={longestTitle} autoComplete="off" />
  );
  const lines = (field: 'text' | 'textId', label: string) => (
    <Textarea
      {...form.getInputProps(field)}
      label={label}
      maxLength={longestText}
      autoComplete="off"
      autosize
      minRows={2}
      maxRows={8}
    />
  );
  return (
    <DialogForm label={texts.add} onSubmit={onSubmit}>
      <DialogBody>
        {line('title', texts.english)}
        {lines('text', texts.englishText)}
        {line('titleId', texts.indonesian)}
        {lines('textId', texts.indonesianText)}
        <Checkbox {...form.getInputProps('later', { type: 'checkbox' })} label={texts.later} />
        {values.later && moment('from', texts.begin)}
        {moment('until', texts.untilDay)}
        <Checkbox {...form.getInputProps('everyone', { type: 'checkbox' })} label={texts.toEveryone} />
        {!values.everyone && (
          <TextInput
            {...form.getInputProps('clients')}
            label={texts.clientIds}
            description={texts.clientIdsHelp}
            autoComplete="off"
          />
        )}
        <Checkbox {...form.getInputProps('mail', { type: 'checkbox' })} label={texts.mail} />
        <ReasonField {...form.getInputProps('reason')} />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.saving}>
          {texts.send}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}

interface EndDialogProps {
  /** Undefined while it is closed. */
  announcement: Announcement | undefined;
  onClose: () => void;
}

/** Ends an announcement before its time, for a reason. */
export function EndDialog({ announcement, onClose }: EndDialogProps) {
  const texts = useTexts(announcementTexts);
  const language = useLanguage();
  const shown = useLast(announcement);
  if (!shown) return null;
  const title = texts.endNamed(language === 'id' ? shown.titleId : shown.title);
  return (
    <Dialog opened={announcement !== undefined} onClose={onClose} title={title} size="form">
      <ReasonForm
        title={title}
        action={texts.endSend}
        danger
        mutation={endAnnouncementOptions(shown.id)}
        done={texts.ended}
        onClose={onClose}
      >
        <p>{texts.endText}</p>
      </ReasonForm>
    </Dialog>
  );
}
