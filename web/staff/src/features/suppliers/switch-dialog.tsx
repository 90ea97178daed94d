import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

import { Checkbox, TextInput } from '@mantine/core';

import { SelectField } from '@shared/form/select-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { useLast } from '@shared/ui/use-last';

import { type Supplier, type SupplierSwitch, switchSupplierOptions } from './supplier-queries';
import { supplierTexts } from './supplier-texts';

interface SwitchDialogProps {
  /** Undefined while it is closed. */
  supplier: Supplier | undefined;
  onClose: () => void;
}

const ends = ['', '1', '4', '24', '168'] as const;

/** Switches purchases and inquiries of a supplier on or off. */
export function SwitchDialog({ supplier, onClose }: SwitchDialogProps) {
  const texts = useTexts(supplierTexts);
  const shown = useLast(supplier);
  return (
    <Dialog opened={supplier !== undefined} onClose={onClose} title={texts.switchNamed(shown?.code ?? '')} size="form">
      {shown && <SwitchForm supplier={shown} onClose={onClose} />}
    </Dialog>
  );
}

function SwitchForm({ supplier, onClose }: { supplier: Supplier; onClose: () => void }) {
  const texts = useTexts(supplierTexts);
  const { code, purchases, inquiries } = supplier;
  const form = useCheckedForm<SupplierSwitch>({
    initialValues: { purchases, inquiries, hours: '', reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? texts.required : null) },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: switchSupplierOptions(code),
    fields: { reason: 'reason', until: 'hours' },
    onSuccess: () => {
      notifySuccess(texts.changed(code));
      onClose();
    },
  });
  const endNames = new Map<string, string>(Object.entries(texts.ends));
  return (
    <DialogForm label={texts.switchNamed(code)} onSubmit={onSubmit}>
      <DialogBody>
        <p>{texts.what}</p>
        <Checkbox {...form.getInputProps('purchases', { type: 'checkbox' })} label={texts.purchases} data-autofocus />
        <Checkbox {...form.getInputProps('inquiries', { type: 'checkbox' })} label={texts.inquiries} />
        <SelectField
          label={texts.end}
          value={form.values.hours}
          error={form.errors['hours']}
          disabled={form.values.purchases && form.values.inquiries}
          options={ends.map((value) => ({ value, label: endNames.get(value) ?? value }))}
          onChange={(hours) => form.setFieldValue('hours', hours)}
        />
        <TextInput
          {...form.getInputProps('reason')}
          label={texts.reason}
          description={texts.reasonHelp}
          name="reason"
          autoComplete="off"
          maxLength={500}
        />
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
