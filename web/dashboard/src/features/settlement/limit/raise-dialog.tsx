import { useQueryClient } from '@tanstack/react-query';

import { RupiahField } from '@shared/form/rupiah-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useRequestKey } from '@shared/form/use-request-key';
import { useSubmit } from '@shared/form/use-submit';
import { formatRupiah } from '@shared/format/rupiah';
import { useTexts, type Wording } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import type { Settlement } from '@/settlement/settlement-queries';

import { raiseLimitOptions, type RequestedLimit, settlementKeys } from '../settlement-queries';
import { type AmountProblem, amountProblem, roomToRaise } from '../settlement-rules';
import { settlementTexts } from '../settlement-texts';

interface RaiseDialogProps {
  opened: boolean;
  settlement: Settlement;
  onClose: () => void;
}

/** Asks by how much the limit is raised. */
export function RaiseDialog({ opened, settlement, onClose }: RaiseDialogProps) {
  const { title } = useTexts(settlementTexts).raise;
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="detail">
      <RaiseForm settlement={settlement} onDone={onClose} />
    </Dialog>
  );
}

function RaiseForm({ settlement, onDone }: { settlement: Settlement; onDone: () => void }) {
  const texts = useTexts(settlementTexts).raise;
  const client = useQueryClient();
  const requestKey = useRequestKey();
  const room = roomToRaise(settlement);
  const form = useCheckedForm<RequestedLimit>({
    initialValues: { amount: 0 },
    validate: { amount: (amount) => problemText(amountProblem(amount, room), room, texts) },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: raiseLimitOptions(settlement.client_id, requestKey),
    fields: { amount: 'amount' },
    onSuccess: () => {
      notifySuccess(texts.success);
      void client.invalidateQueries({ queryKey: settlementKeys.all });
      onDone();
    },
  });
  return (
    <DialogForm label={texts.title} onSubmit={onSubmit}>
      <DialogBody>
        <RupiahField
          {...form.getInputProps('amount')}
          value={form.values.amount}
          label={texts.amount}
          prefix="Rp"
          description={texts.help(formatRupiah(settlement.limit, 'Rp'), formatRupiah(settlement.max_limit, 'Rp'))}
          readOnly={sending}
          data-autofocus
        />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.sending}>
          {texts.submit}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}

type RaiseTexts = Wording<(typeof settlementTexts)['en']>['raise'];

function problemText(problem: AmountProblem | null, room: number, texts: RaiseTexts): string | null {
  if (problem === null) return null;
  return problem === 'aboveCap' ? texts.aboveCap(formatRupiah(room, 'Rp')) : texts[problem];
}
