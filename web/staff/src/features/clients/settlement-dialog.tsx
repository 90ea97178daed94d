import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

import { Checkbox, Input, TextInput } from '@mantine/core';

import { RupiahField } from '@shared/form/rupiah-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';

import { clientTexts } from './client-texts';
import classes from './clients.module.css';
import { ReasonField } from '@/dialogs/reason-dialog';
import { daysOf, weekDays } from './settlement-days';
import { saveSettlementOptions, type Settlement, type SettlementInput } from './settlement-queries';
import { settlementTexts } from './settlement-texts';

interface SettlementDialogProps {
  clientId: number;
  /** Null: the client has none yet. */
  settlement: Settlement | null;
  opened: boolean;
  onClose: () => void;
}

/** Makes the settlement of a client, or changes it. */
export function SettlementDialog({ opened, onClose, ...form }: SettlementDialogProps) {
  const texts = useTexts(settlementTexts);
  const title = form.settlement ? texts.title : texts.create;
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="form">
      <SettlementForm {...form} title={title} onClose={onClose} />
    </Dialog>
  );
}

const defaultTerms = 14;
const mostTerms = 365;

function SettlementForm(props: Omit<SettlementDialogProps, 'opened'> & { title: string }) {
  const { clientId, settlement, title, onClose } = props;
  const texts = useTexts(settlementTexts);
  const { required, saving } = useTexts(clientTexts);
  const form = useCheckedForm<SettlementInput>({
    initialValues: {
      limit: settlement?.limit,
      cap: settlement?.cap,
      days: daysOf(settlement?.days ?? 1),
      terms: String(settlement?.terms ?? defaultTerms),
      active: settlement?.active ?? true,
      raises: settlement?.raises ?? false,
      reason: '',
    },
    validate: {
      limit: (value) => (value === undefined ? required : null),
      cap: (value) => (value === undefined ? required : null),
      days: (value) => (value.length === 0 ? texts.dayMissing : null),
      terms: (value) => (Number(value) >= 1 && Number(value) <= mostTerms ? null : texts.termsRange),
      reason: (value) => (value.trim() === '' ? required : null),
    },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: saveSettlementOptions(clientId, settlement === null),
    fields: { limit: 'limit', cap: 'cap', days: 'days', terms: 'terms', reason: 'reason' },
    onSuccess: ({ approvalId }) => {
      if (approvalId === undefined) notifySuccess(texts.saved);
      else notifySuccess(texts.waits, texts.waitsText(approvalId));
      onClose();
    },
  });
  const { values, errors } = form;
  return (
    <DialogForm label={title} onSubmit={onSubmit}>
      <DialogBody>
        <div className={classes['pair']}>
          <RupiahField
            label={texts.facts.limit}
            prefix="Rp"
            value={values.limit}
            error={errors['limit']}
            onChange={(limit) => form.setFieldValue('limit', limit)}
            data-path="limit"
            data-autofocus
          />
          <RupiahField
            label={texts.facts.cap}
            description={texts.capHelp}
            prefix="Rp"
            value={values.cap}
            error={errors['cap']}
            onChange={(cap) => form.setFieldValue('cap', cap)}
            data-path="cap"
          />
        </div>
        <Input.Wrapper label={texts.facts.days} labelElement="div" error={errors['days']}>
          <div className={classes['days']} role="group" aria-label={texts.facts.days}>
            {weekDays.map((day) => (
              <Checkbox
                key={day}
                label={texts.dayNames[day]}
                checked={values.days.includes(day)}
                onChange={({ currentTarget }) =>
                  form.setFieldValue(
                    'days',
                    currentTarget.checked ? [...values.days, day] : values.days.filter((one) => one !== day),
                  )
                }
              />
            ))}
          </div>
        </Input.Wrapper>
        <TextInput {...form.getInputProps('terms')} label={texts.fields.terms} inputMode="numeric" maxLength={3} />
        <Checkbox
          {...form.getInputProps('active', { type: 'checkbox' })}
          label={texts.fields.active}
          description={texts.fields.activeHelp}
        />
        <Checkbox {...form.getInputProps('raises', { type: 'checkbox' })} label={texts.facts.raises} />
        <ReasonField {...form.getInputProps('reason')} />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={saving}>
          {texts.save}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
