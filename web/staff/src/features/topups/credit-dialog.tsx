import { TextInput } from '@mantine/core';

import { ReasonField } from '@/dialogs/reason-dialog';
import { RupiahField } from '@shared/form/rupiah-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { useLast } from '@shared/ui/use-last';

import { topupListTexts } from './list-texts';
import { creditRequestOptions, type TopupRequest } from './topup-queries';
import { topupTexts } from './topup-texts';
import { useOutcome } from './transfer-parts';

const maxReference = 64;

interface CreditDialogProps {
  /** Undefined while it is closed. */
  request: TopupRequest | undefined;
  onClose: () => void;
}

/** Credits a request of a client, or asks another member of staff for it. */
export function CreditRequestDialog({ request, onClose }: CreditDialogProps) {
  const { requests } = useTexts(topupListTexts);
  const shown = useLast(request);
  return (
    <Dialog
      opened={request !== undefined}
      onClose={onClose}
      title={requests.creditNamed(shown?.clientName ?? '')}
      size="form"
    >
      {shown && <CreditForm request={shown} onClose={onClose} />}
    </Dialog>
  );
}

function CreditForm({ request, onClose }: { request: TopupRequest; onClose: () => void }) {
  const { requests: texts } = useTexts(topupListTexts);
  const { assign } = useTexts(topupTexts);
  const report = useOutcome(texts.credited);
  const form = useCheckedForm<{ amount: number | undefined; reference: string; reason: string }>({
    initialValues: { amount: request.amount, reference: '', reason: '' },
    validate: {
      amount: (value) => (value === undefined || value < 1 ? texts.required : null),
      reason: (value) => (value.trim() === '' ? texts.required : null),
    },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: creditRequestOptions(request.id),
    fields: { amount: 'amount', reference: 'reference', reason: 'reason' },
    onSuccess: (answer) => {
      report(answer);
      onClose();
    },
  });
  return (
    <DialogForm label={texts.creditNamed(request.clientName)} onSubmit={onSubmit}>
      <DialogBody>
        <p>{texts.creditText}</p>
        <RupiahField
          label={texts.amount}
          prefix="Rp"
          value={form.values.amount}
          error={form.errors['amount']}
          onChange={(amount) => form.setFieldValue('amount', amount)}
          data-path="amount"
          data-autofocus
        />
        <TextInput
          {...form.getInputProps('reference')}
          label={texts.reference}
          autoComplete="off"
          maxLength={maxReference}
        />
        <ReasonField {...form.getInputProps('reason')} />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={assign.sending}>
          {texts.creditSubmit}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
