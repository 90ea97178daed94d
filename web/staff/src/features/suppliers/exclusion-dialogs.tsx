import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

import { Checkbox, TextInput, type TextInputProps } from '@mantine/core';

import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { useLast } from '@shared/ui/use-last';

import {
  actOnExclusionOptions,
  type Exclusion,
  type ExclusionAction,
  type ExclusionRules,
  nameOf,
  setExclusionsOptions,
  type TypedRules,
} from './exclusion-queries';
import { exclusionTexts } from './exclusion-texts';
import classes from './suppliers.module.css';

/** What staff are about to do with an exclusion. */
export interface ExclusionDecision {
  exclusion: Exclusion;
  action: ExclusionAction;
}

interface ActionDialogProps {
  /** Undefined while it is closed. */
  decision: ExclusionDecision | undefined;
  onClose: () => void;
}

/** Switches on what the system switched off, or forbids it. */
export function ActionDialog({ decision, onClose }: ActionDialogProps) {
  const texts = useTexts(exclusionTexts);
  const shown = useLast(decision);
  const title = shown ? texts.actionOf[shown.action](nameOf(shown.exclusion)) : '';
  return (
    <Dialog opened={decision !== undefined} onClose={onClose} title={title} size="form">
      {shown && <ActionForm decision={shown} title={title} onClose={onClose} />}
    </Dialog>
  );
}

interface ActionFormProps {
  decision: ExclusionDecision;
  title: string;
  onClose: () => void;
}

function ActionForm({ decision: { exclusion, action }, title, onClose }: ActionFormProps) {
  const texts = useTexts(exclusionTexts);
  const form = useCheckedForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? texts.required : null) },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: actOnExclusionOptions(exclusion, action),
    fields: { reason: 'reason' },
    onSuccess: () => {
      notifySuccess(texts.done(nameOf(exclusion)));
      onClose();
    },
  });
  return (
    <DialogForm label={title} onSubmit={onSubmit}>
      <DialogBody>
        <p>{texts.explains[action]}</p>
        <ReasonField {...form.getInputProps('reason')} data-autofocus />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.saving}>
          {texts.doIt[action]}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}

interface SettingsDialogProps {
  /** Undefined while it is closed. */
  settings: ExclusionRules | undefined;
  onClose: () => void;
}

/** Sets when the system switches something off. */
export function SettingsDialog({ settings, onClose }: SettingsDialogProps) {
  const texts = useTexts(exclusionTexts);
  const shown = useLast(settings);
  return (
    <Dialog opened={settings !== undefined} onClose={onClose} title={texts.settingsTitle} size="form">
      {shown && <SettingsForm settings={shown} onClose={onClose} />}
    </Dialog>
  );
}

const numbers = ['spanMinutes', 'fewest', 'failedPercent', 'pauseMinutes', 'successes'] as const;

function SettingsForm({ settings, onClose }: { settings: ExclusionRules; onClose: () => void }) {
  const texts = useTexts(exclusionTexts);
  const whole = (value: string) => (/^\d{1,5}$/u.test(value.trim()) ? null : texts.whole);
  const form = useCheckedForm<TypedRules>({
    initialValues: {
      on: settings.on,
      spanMinutes: String(settings.spanMinutes),
      fewest: String(settings.fewest),
      failedPercent: String(settings.failedPercent),
      pauseMinutes: String(settings.pauseMinutes),
      successes: String(settings.successes),
      reason: '',
    },
    validate: {
      spanMinutes: whole,
      fewest: whole,
      failedPercent: whole,
      pauseMinutes: whole,
      successes: whole,
      reason: (value) => (value.trim() === '' ? texts.required : null),
    },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: setExclusionsOptions(),
    fields: {
      spanMinutes: 'spanMinutes',
      fewest: 'fewest',
      failedPercent: 'failedPercent',
      pauseMinutes: 'pauseMinutes',
      successes: 'successes',
      reason: 'reason',
    },
    onSuccess: () => {
      notifySuccess(texts.saved);
      onClose();
    },
  });
  return (
    <DialogForm label={texts.settingsTitle} onSubmit={onSubmit}>
      <DialogBody>
        <Checkbox {...form.getInputProps('on', { type: 'checkbox' })} label={texts.on} data-autofocus />
        {numbers.map((name) => (
          <TextInput
            key={name}
            {...form.getInputProps(name)}
            label={texts.fields[name]}
            name={name}
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
          />
        ))}
        <p className={classes['hint']}>{texts.hint}</p>
        <ReasonField {...form.getInputProps('reason')} />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.saving}>
          {texts.save}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}

function ReasonField(props: TextInputProps) {
  const texts = useTexts(exclusionTexts);
  return (
    <TextInput
      {...props}
      label={texts.reason}
      description={texts.reasonHelp}
      name="reason"
      autoComplete="off"
      maxLength={500}
    />
  );
}
