import { type UseMutationOptions, useMutation } from '@tanstack/react-query';

import { notifySuccess } from '@shared/notify/notify';

import { QuestionDialog } from './question-dialog';
import type { Removal } from './removal';

/** Texts of the removal of a row. */
export interface RemovalTexts<Row> {
  question: string;
  questionText: (row: Row) => string;
  /** The verb, and the texts during and after it. */
  remove: string;
  removing: string;
  removed: (row: Row) => string;
}

interface RemovalQuestionProps<Row, Answer> {
  removal: Removal<Row>;
  /** Removes a row and loads the rows again. */
  mutation: UseMutationOptions<Answer, Error, Row>;
  texts: RemovalTexts<Row>;
}

/** Asks before a row is removed, removes it and says so. */
export function RemovalQuestion<Row, Answer>({ removal, mutation, texts }: RemovalQuestionProps<Row, Answer>) {
  const remove = useMutation(mutation);
  const { row } = removal;
  function confirm() {
    if (row === undefined) return;
    remove.mutate(row, {
      onSuccess: () => {
        notifySuccess(texts.removed(row));
        removal.finish();
      },
    });
  }
  return (
    <QuestionDialog
      opened={removal.opened}
      onClose={removal.close}
      title={texts.question}
      action={texts.remove}
      sendingLabel={texts.removing}
      sending={remove.isPending}
      onConfirm={confirm}
      danger
    >
      {row === undefined ? '' : texts.questionText(row)}
    </QuestionDialog>
  );
}
