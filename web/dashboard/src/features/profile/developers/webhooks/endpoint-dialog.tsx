import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

import { Checkbox, Input, TextInput } from '@mantine/core';

import { SelectField } from '@shared/form/select-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';

import developers from '../developers.module.css';
import { eventTypeTexts } from './event-type-texts';
import { eventTypes } from './event-types';
import { webhookDialogTexts } from './webhook-dialog-texts';
import { type EndpointValues, saveWebhookOptions, type Webhook } from './webhook-queries';
import classes from './webhooks.module.css';

interface EndpointDialogProps {
  opened: boolean;
  /** The endpoint that is changed; undefined for a new one. */
  endpoint: Webhook | undefined;
  /** Called with the id and the secret of a new endpoint. */
  onAdded: (id: string, secret: string) => void;
  onClose: () => void;
}

/** Adds an endpoint or changes one. */
export function EndpointDialog({ opened, endpoint, onAdded, onClose }: EndpointDialogProps) {
  const texts = useTexts(webhookDialogTexts).form;
  return (
    <Dialog opened={opened} onClose={onClose} title={endpoint ? texts.edit : texts.add} size="form">
      <EndpointForm endpoint={endpoint} onAdded={onAdded} onClose={onClose} />
    </Dialog>
  );
}

const longestUrl = 2000;
const longestDescription = 200;

function EndpointForm({ endpoint, onAdded, onClose }: Omit<EndpointDialogProps, 'opened'>) {
  const texts = useTexts(webhookDialogTexts).form;
  const form = useCheckedForm<EndpointValues>({
    initialValues: {
      url: endpoint?.url ?? 'https://',
      description: endpoint?.description ?? '',
      scope: (endpoint?.events.length ?? 0) > 0 ? 'some' : 'all',
      events: endpoint?.events ?? [],
    },
    validate: {
      url: (url) => (/^https?:\/\/[^/]/u.test(url.trim()) ? null : texts.urlMissing),
      events: (events, { scope }) => (scope === 'some' && events.length === 0 ? texts.chooseOne : null),
    },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: saveWebhookOptions(endpoint?.id),
    fields: { url: 'url', description: 'description', events: 'events' },
    onSuccess: (added) => {
      notifySuccess(added ? texts.added : texts.changed);
      onClose();
      if (added) onAdded(added.id, added.secret);
    },
  });
  return (
    <DialogForm label={endpoint ? texts.edit : texts.add} onSubmit={onSubmit}>
      <DialogBody>
        <TextInput
          {...form.getInputProps('url')}
          label={texts.url}
          description={texts.urlHelp}
          maxLength={longestUrl}
          type="url"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        <TextInput
          {...form.getInputProps('description')}
          label={texts.description}
          maxLength={longestDescription}
          autoComplete="off"
        />
        <SelectField
          label={texts.events}
          value={form.values.scope}
          options={[
            { value: 'all', label: texts.all },
            { value: 'some', label: texts.some },
          ]}
          onChange={(scope) => form.setFieldValue('scope', scope)}
        />
        {form.values.scope === 'some' && (
          <EventChoices
            events={form.values.events}
            error={form.errors['events']}
            onChange={(events) => form.setFieldValue('events', events)}
          />
        )}
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.saving}>
          {endpoint ? texts.save : texts.add}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}

interface EventChoicesProps {
  events: readonly string[];
  error: React.ReactNode;
  onChange: (events: string[]) => void;
}

function EventChoices({ events, error, onChange }: EventChoicesProps) {
  const texts = useTexts(webhookDialogTexts).form;
  const names = useTexts(eventTypeTexts);
  return (
    <div>
      <div className={classes['choices']} role="group" aria-label={texts.events} tabIndex={-1} data-path="events">
        {eventTypes.map((type) => (
          <Checkbox
            key={type}
            checked={events.includes(type)}
            onChange={({ currentTarget }) =>
              // In the order of the list, however they were chosen.
              onChange(eventTypes.filter((one) => (one === type ? currentTarget.checked : events.includes(one))))
            }
            label={
              <span className={classes['choice']}>
                <span className={developers['mono']}>{type}</span>
                <span className={classes['caption']}>{names[type]}</span>
              </span>
            }
          />
        ))}
      </div>
      {error ? <Input.Error role="alert">{error}</Input.Error> : null}
    </div>
  );
}
