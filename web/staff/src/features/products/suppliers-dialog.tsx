import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

import { ActionIcon, Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';

import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { Note } from '@shared/ui/note';

import { productPageTexts } from './product-page-texts';
import { type ProductDetail, setSuppliersOptions, type SupplierLine } from './product-queries';
import classes from './products.module.css';
import { ReasonField } from './reason-field';

interface SuppliersDialogProps {
  product: ProductDetail;
  opened: boolean;
  onClose: () => void;
}

/** Changes in which order suppliers are tried, and which ones get orders. */
export function SuppliersDialog({ opened, onClose, product }: SuppliersDialogProps) {
  const texts = useTexts(productPageTexts).suppliers;
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.dialog(product.name)} size="form">
      <SuppliersForm product={product} onClose={onClose} />
    </Dialog>
  );
}

function swapped(lines: readonly SupplierLine[], at: number): SupplierLine[] {
  return lines.map((line, index) => {
    if (index === at) return lines[at + 1] ?? line;
    if (index === at + 1) return lines[at] ?? line;
    return line;
  });
}

function SuppliersForm({ product, onClose }: Omit<SuppliersDialogProps, 'opened'>) {
  const texts = useTexts(productPageTexts);
  const { suppliers } = texts;
  const form = useCheckedForm<{ suppliers: SupplierLine[]; reason: string }>({
    initialValues: { suppliers: product.skus.map(({ supplier, active }) => ({ supplier, active })), reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? texts.required : null) },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: setSuppliersOptions(product.code),
    fields: { suppliers: 'suppliers', reason: 'reason' },
    onSuccess: () => {
      notifySuccess(suppliers.saved);
      onClose();
    },
  });
  const lines = form.values.suppliers;
  const write = (next: SupplierLine[]) => form.setFieldValue('suppliers', next);
  return (
    <DialogForm label={suppliers.dialog(product.name)} onSubmit={onSubmit}>
      <DialogBody>
        <p>{suppliers.text}</p>
        <ol className={classes['lines']}>
          {lines.map(({ supplier, active }, index) => (
            <li key={supplier} className={classes['line']}>
              <Checkbox
                label={supplier}
                aria-label={suppliers.active(supplier)}
                checked={active}
                onChange={({ currentTarget }) =>
                  write(
                    lines.map((line) =>
                      line.supplier === supplier ? { supplier, active: currentTarget.checked } : line,
                    ),
                  )
                }
              />
              <ActionIcon
                aria-label={suppliers.up(supplier)}
                disabled={index === 0}
                onClick={() => write(swapped(lines, index - 1))}
              >
                <IconArrowUp aria-hidden />
              </ActionIcon>
              <ActionIcon
                aria-label={suppliers.down(supplier)}
                disabled={index === lines.length - 1}
                onClick={() => write(swapped(lines, index))}
              >
                <IconArrowDown aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ol>
        {form.errors['suppliers'] && (
          <Note tone="warning" live>
            {form.errors['suppliers']}
          </Note>
        )}
        <ReasonField {...form.getInputProps('reason')} />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.saving}>
          {texts.edit.save}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
