import { TextInput, type TextInputProps } from '@mantine/core';

import { RupiahField } from '@shared/form/rupiah-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { useLast } from '@shared/ui/use-last';

import { balanceTexts } from './balance-texts';
import { limitSupplierOptions, refillSupplierOptions, type Supplier } from './supplier-queries';
import classes from './suppliers.module.css';

interface OfSupplier {
  /** Undefined while it is closed. */
  supplier: Supplier | undefined;
  onClose: () => void;
}

/** Sets at which balance staff are warned, and purchases stop. */
export function LimitsDialog({ supplier, onClose }: OfSupplier) {
  const texts = useTexts(balanceTexts);
  const shown = useLast(supplier);
  return (
    <Dialog opened={supplier !== undefined} onClose={onClose} title={texts.limitsOf(shown?.code ?? '')} size="form">
      {shown && <LimitsForm supplier={shown} onClose={onClose} />}
    </Dialog>
  );
}

function LimitsForm({ supplier: { code, balance }, onClose }: { supplier: Supplier; onClose: () => void }) {
  const texts = useTexts(balanceTexts);
  const form = useCheckedForm({
    initialValues: { alarm: balance.alarm, stop: balance.stop, reason: '' },
    validate: {
      stop: (value, { alarm }) => (value > alarm ? texts.tooHigh : null),
      reason: (value) => (value.trim() === '' ? texts.required : null),
    },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: limitSupplierOptions(code),
    fields: { alarm: 'alarm', stop: 'stop', reason: 'reason' },
    onSuccess: () => {
      notifySuccess(texts.saved(code));
      onClose();
    },
  });
  return (
    <DialogForm label={texts.limitsOf(code)} onSubmit={onSubmit}>
      <DialogBody>
        <p className={classes['hint']}>{texts.limitsHint}</p>
        <RupiahField
          label={texts.alarm}
          value={form.values.alarm}
          error={form.errors['alarm']}
          onChange={(alarm) => form.setFieldValue('alarm', alarm ?? 0)}
          data-autofocus
        />
        <RupiahField
          label={texts.stop}
          value={form.values.stop}
          error={form.errors['stop']}
          onChange={(stop) => form.setFieldValue('stop', stop ?? 0)}
        />
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

/** Notes that money was sent to a supplier. */
export function RefillDialog({ supplier, onClose }: OfSupplier) {
  const texts = useTexts(balanceTexts);
  const shown = useLast(supplier);
  return (
    <Dialog opened={supplier !== undefined} onClose={onClose} title={texts.refillOf(shown?.code ?? '')} size="form">
      {shown && <RefillForm supplier={shown} onClose={onClose} />}
    </Dialog>
  );
}

function RefillForm({ supplier: { code }, onClose }: { supplier: Supplier; onClose: () => void }) {
  const texts = useTexts(balanceTexts);
  const required = (value: string) => (value.trim() === '' ? texts.required : null);
  const form = useCheckedForm({
    initialValues: { amount: 0, reference: '', reason: '' },
    validate: { amount: (value) => (value > 0 ? null : texts.required), reference: required, reason: required },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: refillSupplierOptions(code),
    fields: { amount: 'amount', reference: 'reference', reason: 'reason' },
    onSuccess: () => {
      notifySuccess(texts.saved(code));
      onClose();
    },
  });
  return (
    <DialogForm label={texts.refillOf(code)} onSubmit={onSubmit}>
      <DialogBody>
        <p className={classes['hint']}>{texts.refillHint}</p>
        <RupiahField
          label={texts.amount}
          value={form.values.amount === 0 ? undefined : form.values.amount}
          error={form.errors['amount']}
          onChange={(amount) => form.setFieldValue('amount', amount ?? 0)}
          data-autofocus
        />
        <TextInput {...form.getInputProps('reference')} label={texts.reference} maxLength={100} autoComplete="off" />
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
  const texts = useTexts(balanceTexts);
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
