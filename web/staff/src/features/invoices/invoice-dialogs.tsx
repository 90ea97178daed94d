import { ReasonDialog, ReasonField } from '@/dialogs/reason-dialog';
import { FileField } from '@shared/form/file-field';
import { RupiahField } from '@shared/form/rupiah-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { formatRupiah } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';

import {
  attachFormalOptions,
  creditNoteOptions,
  endInvoiceOptions,
  type InvoiceAct,
  type InvoiceDetail,
} from './invoice-queries';
import { invoiceTexts } from './invoice-texts';

interface InvoiceDialogProps {
  opened: boolean;
  invoice: InvoiceDetail;
  onClose: () => void;
}

type EndProps = InvoiceDialogProps & { act: InvoiceAct };

/** Records that an invoice was paid, or ends a paid one. */
export function EndDialog({ opened, act, invoice, onClose }: EndProps) {
  const texts = useTexts(invoiceTexts);
  const { title, submit, done } = texts[act];
  return (
    <ReasonDialog
      opened={opened}
      title={title(invoice.invoiceNo)}
      action={submit}
      sendingLabel={texts.sending}
      help={texts.reasonHelp}
      mutation={endInvoiceOptions(invoice.id, act)}
      done={done}
      onClose={onClose}
    >
      <p>{act === 'paid' ? texts.paid.text(formatRupiah(invoice.outstanding, 'Rp')) : texts.done.text}</p>
    </ReasonDialog>
  );
}

/** Corrects an invoice by a credit note. */
export function CreditNoteDialog({ opened, ...form }: InvoiceDialogProps) {
  const { creditNote } = useTexts(invoiceTexts);
  return (
    <Dialog opened={opened} onClose={form.onClose} title={creditNote.title(form.invoice.invoiceNo)} size="form">
      <CreditNoteForm {...form} />
    </Dialog>
  );
}

function CreditNoteForm({ invoice, onClose }: Omit<InvoiceDialogProps, 'opened'>) {
  const texts = useTexts(invoiceTexts);
  const { creditNote } = texts;
  const form = useCheckedForm<{ amount: number | undefined; reason: string }>({
    initialValues: { amount: undefined, reason: '' },
    validate: {
      amount: (value) => (value === undefined || value < 1 ? texts.required : null),
      reason: (value) => (value.trim() === '' ? texts.required : null),
    },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: creditNoteOptions(invoice.id),
    fields: { amount: 'amount', reason: 'reason' },
    onSuccess: () => {
      notifySuccess(creditNote.done);
      onClose();
    },
  });
  return (
    <DialogForm label={creditNote.title(invoice.invoiceNo)} onSubmit={onSubmit}>
      <DialogBody>
        <p>{creditNote.text(formatRupiah(invoice.creditable, 'Rp'))}</p>
        <RupiahField
          label={creditNote.amount}
          prefix="Rp"
          value={form.values.amount}
          error={form.errors['amount']}
          onChange={(amount) => form.setFieldValue('amount', amount)}
          data-path="amount"
          data-autofocus
        />
        <ReasonField {...form.getInputProps('reason')} description={creditNote.reasonHelp} />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.sending}>
          {creditNote.submit}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}

/** Attaches the formal tax invoice. */
export function FormalDialog({ opened, ...form }: InvoiceDialogProps) {
  const { formal } = useTexts(invoiceTexts);
  return (
    <Dialog opened={opened} onClose={form.onClose} title={formal.title(form.invoice.invoiceNo)} size="form">
      <FormalForm {...form} />
    </Dialog>
  );
}

function FormalForm({ invoice, onClose }: Omit<InvoiceDialogProps, 'opened'>) {
  const texts = useTexts(invoiceTexts);
  const { formal } = texts;
  const form = useCheckedForm<{ file: File | undefined; reason: string }>({
    initialValues: { file: undefined, reason: '' },
    validate: {
      file: (value) => (value ? null : formal.missing),
      reason: (value) => (value.trim() === '' ? texts.required : null),
    },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: attachFormalOptions(invoice.id),
    fields: { file: 'file', reason: 'reason' },
    onSuccess: () => {
      notifySuccess(formal.done);
      onClose();
    },
  });
  return (
    <DialogForm label={formal.title(invoice.invoiceNo)} onSubmit={onSubmit}>
      <DialogBody>
        <p>{invoice.formal ? `${formal.text} ${formal.replaces}` : formal.text}</p>
        <FileField
          {...form.getInputProps('file')}
          texts={{
            label: formal.file,
            choose: formal.choose,
            hint: formal.hint,
            sentWith: formal.sentWith,
            remove: formal.remove,
          }}
          accept=".pdf,application/pdf"
          value={form.values.file}
          disabled={sending}
        />
        <ReasonField {...form.getInputProps('reason')} />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.sending}>
          {formal.submit}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
