import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { MessageDialog } from '@shared/overlay/message-dialog';
import { QuestionDialog } from '@shared/overlay/question-dialog';
import { useHasPermission } from '@/session/current-user';
import { permission } from '@/session/permissions';

import { cancelOptions, type ScheduledOrder } from '../scheduled-order-queries';
import { isCancelable } from '../list/scheduled-rules';
import { scheduledDetailTexts } from './scheduled-detail-texts';

/**
 * Cancels a scheduled order after a question: stops what was not sent yet, and says how many lines those were. It stays
 * for that message when the order can't be cancelled any more.
 */
export function CancelOrder({ order }: { order: ScheduledOrder }) {
  const texts = useTexts(scheduledDetailTexts);
  const mayCancel = useHasPermission(permission.scheduledOrderCancel);
  const [questionOpened, setQuestionOpened] = useState(false);
  const [outcome, setOutcome] = useState<'done' | 'failed'>();
  const cancel = useMutation(cancelOptions(order.id));
  const lines = (count: number) => texts.cancel.lines(groupThousands(count), count === 1);
  const failed = cancel.isError;

  function send(): void {
    cancel.mutate(undefined, {
      onSettled: (_answer, error) => {
        setQuestionOpened(false);
        setOutcome(error ? 'failed' : 'done');
      },
    });
  }

  return (
    <>
      {isCancelable(order) && (
        <Button
          variant="danger"
          disabled={!mayCancel}
          title={mayCancel ? undefined : texts.noPermission}
          onClick={() => setQuestionOpened(true)}
        >
          {texts.actions.remove}
        </Button>
      )}
      <QuestionDialog
        opened={questionOpened}
        onClose={() => setQuestionOpened(false)}
        title={texts.cancel.question}
        action={texts.actions.remove}
        sendingLabel={texts.cancel.sending}
        sending={cancel.isPending}
        onConfirm={send}
        danger
      >
        {texts.cancel.text(lines(order.counts.waiting), order.counts.waiting === 1)}{' '}
        {order.interval === 'monthly' && texts.cancel.series}
      </QuestionDialog>
      <MessageDialog
        opened={outcome !== undefined}
        onClose={() => setOutcome(undefined)}
        title={failed ? texts.cancel.error : texts.cancel.done}
        text={failed ? texts.cancel.errorText : texts.cancel.doneText(lines(cancel.data?.canceledLines ?? 0))}
        ok={texts.cancel.ok}
      />
    </>
  );
}
