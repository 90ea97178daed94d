import { useEffect, useState } from 'react';

import { onProofNeeded, type ProofMethod } from '@shared/api/step-up';
import { lazyDialog } from '@shared/overlay/lazy-windows';

const StepUpDialog = lazyDialog(async () => (await import('./step-up-dialog')).StepUpDialog);

interface Question {
  methods: readonly ProofMethod[];
  answer: (proved: boolean) => void;
}

/** Shows the dialog that asks who uses the session, whenever a call needs to know. */
export function StepUpPlace() {
  const [question, setQuestion] = useState<Question>();
  const [opened, setOpened] = useState(false);
  useEffect(
    () =>
      onProofNeeded(
        (methods) =>
          new Promise((answer) => {
            setQuestion({ methods, answer });
            setOpened(true);
          }),
      ),
    [],
  );
  function close(proved: boolean) {
    setOpened(false);
    question?.answer(proved);
  }
  return (
    <StepUpDialog
      opened={opened}
      methods={question?.methods ?? []}
      onProved={() => close(true)}
      onClose={() => close(false)}
    />
  );
}
