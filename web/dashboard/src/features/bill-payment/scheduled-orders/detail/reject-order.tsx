import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { QuestionDialog } from '@shared/overlay/question-dialog';

import { rejectOptions, type ScheduledOrder } from '../scheduled-order-queries';
import { scheduledDetailTexts } from './scheduled-detail-texts';

/** Rejects an order that waits for approval, after a question. */
export function RejectOrder({ order, disabledReason }: { order: ScheduledOrder; disabledReason: string | undefined }) {
  const texts = useTexts(scheduledDetailTexts);
  const [questionOpened, setQuestionOpened] = useState(false);
  const { mutate, isPending } = useMutation(rejectOptions(order.id));
  function send(): void {
    mutate(undefined, {
      onSuccess: () => notifySuccess(texts.reject.done),
      onSettled: () => {
        setQuestionOpened(false);
      },
    });
  }
  return (
    <>
      <Button
        variant="default"
        disabled={disabledReason !== undefined}
        title={disabledReason}
        onClick={() => setQuestionOpened(true)}
      >
        {texts.actions.reject}
      </Button>
      <QuestionDialog
        opened={questionOpened}
        onClose={() => setQuestionOpened(false)}
        title={texts.reject.question}
        action={texts.actions.reject}
        sendingLabel={texts.reject.sending}
        sending={isPending}
        onConfirm={send}
        danger
      >
        {texts.reject.text}
      </QuestionDialog>
    </>
  );
}
