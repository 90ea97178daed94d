import { PinField, pinLength } from '@shared/form/pin-field';
import { RupiahField } from '@shared/form/rupiah-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useZones } from '@shared/format/display-zone';
import { formatLongDateTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { Note } from '@shared/ui/note';

import {
  type ApprovalInput,
  type ApprovalSetting,
  pinProblem,
  saveApprovalOptions,
  type WaitingChange,
} from './approval-queries';
import { approvalTexts, totalText } from './approval-texts';

const serverFields = { amount: 'amount', pin: 'pin' };

/** Changes the total. A change that protects less only waits, and the user is told so. */
export function ApprovalForm({ setting, onDone }: { setting: ApprovalSetting; onDone: () => void }) {
  const texts = useTexts(approvalTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const { amount, pending } = setting;
  const form = useCheckedForm<ApprovalInput>({
    initialValues: { amount: amount ?? undefined, pin: '' },
    validate: {
      amount: (total) => (total === 0 ? texts.zero : null),
      pin: (pin) => (pin.length === pinLength ? null : texts.pinRequired),
    },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: saveApprovalOptions(),
    fields: serverFields,
    problems: pinProblem,
    onSuccess: ({ amount: now, pending: waits }) => {
      if (waits) {
        const until = formatLongDateTime(waits.expiresAt, shown, language);
        notifySuccess(texts.waits.title, texts.waits.until(until));
      } else notifySuccess(now === null ? texts.none : texts.saved);
      onDone();
    },
  });
  return (
    <DialogForm label={texts.title} onSubmit={onSubmit}>
      <DialogBody>
        {pending !== null && <WaitingNote change={pending} />}
        <p>{texts.text}</p>
        <RupiahField
          {...form.getInputProps('amount')}
          value={form.values.amount}
          label={texts.amount}
          description={amount === null ? texts.help : `${texts.help} ${texts.helpLess}`}
          readOnly={sending}
          data-autofocus
        />
        <PinField {...form.getInputProps('pin')} label={texts.pin} />
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

/** The change that waits, for a user who can't decide about it. A new one replaces it. */
function WaitingNote({ change }: { change: WaitingChange }) {
  const texts = useTexts(approvalTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const until = formatLongDateTime(change.expiresAt, shown, language);
  const total = totalText(change.amount, texts);
  return (
    <Note tone="warning">
      {change.own ? texts.waits.own(total, until) : texts.waits.other(change.requestedBy, total, until)}
    </Note>
  );
}
