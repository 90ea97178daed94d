import { useMutation } from '@tanstack/react-query';

import { PinField, pinLength } from '@shared/form/pin-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useZones } from '@shared/format/display-zone';
import { formatLongDateTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { DialogBody, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { Fact, Facts } from '@shared/ui/facts';
import { Note } from '@shared/ui/note';
import { ProgressButton } from '@shared/ui/progress-button';

import { approveChangeOptions, pinProblem, rejectChangeOptions, type WaitingChange } from './approval-queries';
import { approvalTexts, totalText } from './approval-texts';

interface WaitingChangeFormProps {
  /** The total that holds. */
  amount: number | null;
  /** The change that another user asked for. */
  change: WaitingChange;
  onDone: () => void;
}

const serverFields = { pin: 'pin' };

/** Approves the waiting change of another user with the PIN, or rejects it. */
export function WaitingChangeForm({ amount, change, onDone }: WaitingChangeFormProps) {
  const texts = useTexts(approvalTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const timeOf = (moment: string) => formatLongDateTime(moment, shown, language);
  const form = useCheckedForm({
    initialValues: { pin: '' },
    validate: { pin: (pin) => (pin.length === pinLength ? null : texts.pinRequired) },
  });
  const approval = useSubmit(form, {
    mutation: approveChangeOptions(change),
    fields: serverFields,
    problems: pinProblem,
    onSuccess: () => {
      notifySuccess(texts.decide.approved);
      onDone();
    },
  });
  const rejection = useMutation(rejectChangeOptions(change));

  function reject(): void {
    if (approval.sending) return;
    rejection.mutate(undefined, {
      onSuccess: () => {
        notifySuccess(texts.decide.rejected);
        onDone();
      },
    });
  }

  return (
    <DialogForm
      label={texts.title}
      onSubmit={(event) => {
        if (rejection.isPending) event.preventDefault();
        else approval.onSubmit(event);
      }}
    >
      <DialogBody>
        <Note tone="warning">{texts.decide.waits(change.requestedBy, timeOf(change.expiresAt))}</Note>
        <Facts>
          <Fact name={texts.decide.before}>{totalText(amount, texts)}</Fact>
          <Fact name={texts.decide.after}>{totalText(change.amount, texts)}</Fact>
          <Fact name={texts.decide.askedAt}>
            <time dateTime={change.requestedAt}>{timeOf(change.requestedAt)}</time>
          </Fact>
        </Facts>
        <PinField {...form.getInputProps('pin')} label={texts.pin} focused />
      </DialogBody>
      <DialogFoot>
        <ProgressButton
          variant="default"
          sending={rejection.isPending}
          sendingLabel={texts.decide.rejecting}
          onPress={reject}
        >
          {texts.decide.reject}
        </ProgressButton>
        <SubmitButton sending={approval.sending} sendingLabel={texts.decide.approving}>
          {texts.decide.approve}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
