import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

import { Checkbox, Textarea, TextInput } from '@mantine/core';

import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { RupiahField } from '@shared/form/rupiah-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';

import { productPageTexts } from './product-page-texts';
import { changedFields, changeProductOptions, type ProductDetail, type ProductValues } from './product-queries';
import classes from './products.module.css';
import { ReasonField } from './reason-field';

interface EditDialogProps {
  product: ProductDetail;
  opened: boolean;
  onClose: () => void;
}

/** Changes a product. Fields that the user may not change are not there. */
export function EditDialog({ opened, onClose, product }: EditDialogProps) {
  const texts = useTexts(productPageTexts).edit;
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.title(product.name)} size="form">
      <EditForm product={product} onClose={onClose} />
    </Dialog>
  );
}

const isTime = (value: string) => /^(?:[01]\d|2[0-3]):[0-5]\d$/u.test(value);

function EditForm({ product, onClose }: Omit<EditDialogProps, 'opened'>) {
  const texts = useTexts(productPageTexts);
  const { edit, facts } = texts;
  const [changesState, changesDescription] = [
    useHasPermission(permission.productStatus),
    useHasPermission(permission.productDescription),
  ];
  const time = (value: string, other: string) => {
    if (value === '') return other === '' ? null : edit.bothTimes;
    return isTime(value) ? null : edit.badTime;
  };
  const form = useCheckedForm<ProductValues>({
    initialValues: {
      name: product.name,
      description: product.description,
      recommendedPrice: product.recommendedPrice ?? undefined,
      minAmount: product.minAmount ?? undefined,
      maxAmount: product.maxAmount ?? undefined,
      active: product.active,
      cutOffFrom: product.cutOff?.from ?? '',
      cutOffTo: product.cutOff?.to ?? '',
      reason: '',
    },
    validate: {
      name: (value) => (value.trim() === '' ? texts.required : null),
      cutOffFrom: (value, { cutOffTo }) => time(value, cutOffTo),
      cutOffTo: (value, { cutOffFrom }) => time(value, cutOffFrom),
      reason: (value, values) => {
        if (value.trim() === '') return texts.required;
        return Object.keys(changedFields(product, values)).length === 0 ? edit.nothing : null;
      },
    },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: changeProductOptions(product),
    fields: {
      name: 'name',
      description: 'description',
      recommendedPrice: 'recommendedPrice',
      minAmount: 'minAmount',
      maxAmount: 'maxAmount',
      'cutOff.from': 'cutOffFrom',
      'cutOff.to': 'cutOffTo',
      reason: 'reason',
    },
    onSuccess: ({ name }) => {
      notifySuccess(edit.saved(name));
      onClose();
    },
  });
  const amount = (field: 'recommendedPrice' | 'minAmount' | 'maxAmount', label: string) => (
    <RupiahField
      label={label}
      prefix="Rp"
      value={form.values[field]}
      error={form.errors[field]}
      onChange={(value) => form.setFieldValue(field, value)}
      data-path={field}
    />
  );
  return (
    <DialogForm label={edit.title(product.name)} onSubmit={onSubmit}>
      <DialogBody>
        <TextInput
          {...form.getInputProps('name')}
          label={edit.name}
          maxLength={120}
          autoComplete="off"
          data-autofocus
        />
        {changesDescription && (
          <Textarea
            {...form.getInputProps('description')}
            label={facts.description}
            maxLength={1000}
            autosize
            minRows={2}
          />
        )}
        {amount('recommendedPrice', facts.recommended)}
        {product.kind === 'open' && (
          <div className={classes['fields']}>
            {amount('minAmount', edit.minAmount)}
            {amount('maxAmount', edit.maxAmount)}
          </div>
        )}
        {changesState && (
          <>
            <div className={classes['fields']}>
              <TextInput
                {...form.getInputProps('cutOffFrom')}
                label={edit.cutOffFrom}
                description={edit.cutOffHelp}
                placeholder="23:00"
                maxLength={5}
                autoComplete="off"
              />
              <TextInput
                {...form.getInputProps('cutOffTo')}
                label={edit.cutOffTo}
                description="WIB"
                placeholder="01:00"
                maxLength={5}
                autoComplete="off"
              />
            </div>
            <Checkbox {...form.getInputProps('active', { type: 'checkbox' })} label={edit.active} />
          </>
        )}
        <ReasonField {...form.getInputProps('reason')} />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.saving}>
          {edit.save}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
