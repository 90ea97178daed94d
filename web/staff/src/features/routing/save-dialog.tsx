import { TextInput } from '@mantine/core';

import type { ApiProblem } from '@shared/api/problem';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';

import { replaceRoutingOptions, type Rule } from './routing-queries';
import { routingTexts } from './routing-texts';
import classes from './routing.module.css';

interface SaveProps {
  version: number;
  rules: Rule[];
  onClose: () => void;
  onSaved: () => void;
}

/** Stores the list of rules, for a reason. */
export function SaveDialog({ opened, ...form }: SaveProps & { opened: boolean }) {
  const texts = useTexts(routingTexts);
  return (
    <Dialog opened={opened} onClose={form.onClose} title={texts.saveTitle} size="form">
      <SaveForm {...form} />
    </Dialog>
  );
}

/** Says which rule the server refused: its fields are named rules.0.groups. */
function refusedRule(problem: ApiProblem, rules: readonly Rule[]): Record<string, string> | undefined {
  const refused = problem.fields.find(({ field }) => field.startsWith('rules'));
  if (!refused) return undefined;
  const rule = rules[Number(refused.field.split('.')[1])];
  return { reason: rule ? `${rule.name}: ${refused.message}` : refused.message };
}

function SaveForm({ version, rules, onClose, onSaved }: SaveProps) {
  const texts = useTexts(routingTexts);
  const form = useCheckedForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? texts.required : null) },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: replaceRoutingOptions(version, rules),
    fields: { reason: 'reason' },
    problems: (problem) => refusedRule(problem, rules),
    onSuccess: () => {
      notifySuccess(texts.saved);
      onSaved();
      onClose();
    },
  });
  return (
    <DialogForm label={texts.saveTitle} onSubmit={onSubmit}>
      <DialogBody>
        <p className={classes['hint']}>{texts.saveHint}</p>
        <TextInput
          {...form.getInputProps('reason')}
          label={texts.reason}
          description={texts.reasonHelp}
          name="reason"
          autoComplete="off"
          maxLength={500}
          data-autofocus
        />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.saving}>
          {texts.store}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
