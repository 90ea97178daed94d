import { useState } from 'react';

import { DayField } from '@shared/form/day-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { todayIn } from '@shared/format/calendar-day';
import { useZones } from '@shared/format/display-zone';
import { useToday } from '@shared/format/use-today';
import { useTexts } from '@shared/i18n/texts';
import type { Translation } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { Note } from '@shared/ui/note';
import { ProgressBar } from '@shared/ui/progress-bar';

import { type Confirmation, confirmPaymentOptions, type Invoice } from '../invoice-queries';
import { type ProofProblem, proofProblem, stateOf } from '../invoice-rules';
import { invoiceDetailTexts } from './invoice-detail-texts';
import classes from './detail.module.css';
import { ProofField } from './proof-field';

/** Form field names by field names of the call. */
const serverFields = { date_transfer: 'transferDate', payment_confirmation: 'file' };

const whole = 100;

interface ConfirmFormProps {
  invoice: Invoice;
  /** Called after the server took the proof. */
  onDone: () => void;
}

/** Says when an invoice was paid, with a file that proves it. */
export function ConfirmForm({ invoice, onDone }: ConfirmFormProps) {
  const texts = useTexts(invoiceDetailTexts).form;
  const zones = useZones();
  const today = useToday(zones.client);
  const [share, setShare] = useState(0);
  const form = useCheckedForm<Confirmation>({
    initialValues: { transferDate: undefined, file: undefined },
    validate: {
      transferDate: (day) => (day === undefined ? texts.transferDateRequired : null),
      file: (file) => proofMessage(proofProblem(file), texts),
    },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: { ...confirmPaymentOptions(invoice.id, setShare), onMutate: () => setShare(0) },
    fields: serverFields,
    onSuccess: () => {
      notifySuccess(texts.success);
      onDone();
    },
  });
  const percent = Math.floor(share * whole);
  return (
    <DialogForm label={texts.confirm} onSubmit={onSubmit}>
      <div className={classes['form']}>
        <DialogBody>
          {stateOf(invoice) === 'pending' && <Note>{texts.again}</Note>}
          <DayField
            {...form.getInputProps('transferDate')}
            label={texts.transferDate}
            showLabel
            value={form.values.transferDate}
            firstDay={todayIn(zones.client, new Date(invoice.sentDate))}
            lastDay={today}
            disabled={sending}
          />
          <ProofField {...form.getInputProps('file')} value={form.values.file} disabled={sending} />
          {sending && (
            <div className={classes['progress']}>
              <ProgressBar label={texts.progress} value={percent} max={whole} />
              {texts.sent(percent)}
            </div>
          )}
        </DialogBody>
      </div>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.sending}>
          {texts.confirm}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}

type FormTexts = Translation<(typeof invoiceDetailTexts)['en']>['form'];

function proofMessage(problem: ProofProblem | null, texts: FormTexts): string | null {
  if (problem === null) return null;
  return { missing: texts.fileRequired, kind: texts.fileKind, large: texts.fileLarge }[problem];
}
