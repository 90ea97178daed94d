import { type FormEvent, useState } from 'react';

import { isUnanswered } from '@shared/api/problem';
import { focusFirstError } from '@shared/form/focus-first-error';
import { RupiahField } from '@shared/form/rupiah-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useIdempotentRequest } from '@shared/form/use-idempotent-request';
import { useSubmit } from '@shared/form/use-submit';
import { Amount } from '@shared/format/amount';
import { formatRupiah } from '@shared/format/rupiah';
import { useTexts, type Translation } from '@shared/i18n/texts';
import { notifyError, notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { QuestionDialog } from '@shared/overlay/question-dialog';
import { Fact, Facts, TotalFact } from '@shared/ui/facts';
import { Note } from '@shared/ui/note';
import { useCurrentUser } from '@/session/current-user';
import type { Settlement } from '@/settlement/own-settlement-query';

import { raiseLimitOptions, type RequestedLimit } from '../settlement-queries';
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
  const user = useCurrentUser();
  const request = useIdempotentRequest(`${user?.id ?? ''}.raise-limit`);
  /** The limit that the question shows. It stays while the question is open, and a change of it is said. */
  const [shownLimit, setShownLimit] = useState<number>();
  const [questionOpened, setQuestionOpened] = useState(false);
  const room = roomToRaise(settlement);
  const form = useCheckedForm<RequestedLimit>({
    initialValues: { amount: 0 },
    validate: { amount: (amount) => problemText(amountProblem(amount, room), room, texts) },
  });
  const { onSubmit: send, sending } = useSubmit(form, {
    mutation: {
      ...raiseLimitOptions(settlement.client_id, request, shownLimit),
      onError: (error) => {
        if (isUnanswered(error)) notifyError(texts.lost);
      },
    },
    fields: { amount: 'amount' },
    silent: isUnanswered,
    onSuccess: ({ data }, values) => {
      // The answer to a repeat is that of the first try.
      const isRaised = data.limit === (shownLimit ?? settlement.limit) + (values.amount ?? 0);
      notifySuccess(isRaised ? texts.success : texts.raisedBefore);
      onDone();
    },
  });
  const check = form.onSubmit(
    () => {
      setShownLimit(settlement.limit);
      setQuestionOpened(true);
    },
    (errors) => focusFirstError(form, errors),
  );
  const amount = form.values.amount ?? 0;
  const before = shownLimit ?? settlement.limit;

  function confirm(event: FormEvent<HTMLFormElement>) {
    setQuestionOpened(false);
    send(event);
  }

  return (
    <>
      <DialogForm label={texts.title} onSubmit={check}>
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
      <QuestionDialog
        opened={questionOpened}
        onClose={() => setQuestionOpened(false)}
        title={texts.question.title}
        action={texts.question.action}
        back={texts.question.back}
        sending={false}
        sendingLabel={texts.sending}
        onConfirm={confirm}
      >
        {request.unanswered(form.values) && (
          <Note tone="warning">{texts.question.unanswered(formatRupiah(before, 'Rp'))}</Note>
        )}
        <Facts>
          <Fact name={texts.question.now}>
            <Amount value={before} prefix="Rp" />
          </Fact>
          <Fact name={texts.question.added}>
            <Amount value={amount} prefix="Rp" sign="always" />
          </Fact>
          <TotalFact name={texts.question.after}>
            <Amount value={before + amount} prefix="Rp" />
          </TotalFact>
        </Facts>
        <p>{texts.question.text}</p>
      </QuestionDialog>
    </>
  );
}

type RaiseTexts = Translation<(typeof settlementTexts)['en']>['raise'];

function problemText(problem: AmountProblem | null, room: number, texts: RaiseTexts): string | null {
  if (problem === null) return null;
  return problem === 'aboveCap' ? texts.aboveCap(formatRupiah(room, 'Rp')) : texts[problem];
}
