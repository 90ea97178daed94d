import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconDevices } from '@tabler/icons-react';
import { useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { QuestionDialog } from '@shared/overlay/question-dialog';

import { RemovableList } from '../removable-list';
import { sessionColumns, useDeviceName } from './session-columns';
import { endOtherSessionsOptions, endSessionOptions, ownSessionsOptions } from './session-queries';
import { sessionTexts } from './session-texts';

const expectedRows = 2;
const tableWidth = 46;

/** The user's open sessions, each with a button that ends it, and one that ends all others. */
export function SessionList() {
  const texts = useTexts(sessionTexts);
  const nameOf = useDeviceName();
  const rows = useQuery(ownSessionsOptions());
  return (
    <RemovableList
      texts={{
        ...texts,
        questionText: ({ device, address }) => texts.questionText(nameOf(device), address),
        removed: () => texts.removed,
      }}
      rows={rows}
      removal={endSessionOptions()}
      hint={texts.hint}
      action={<EndOthers disabled={!rows.data?.some(({ current }) => !current)} />}
      columns={sessionColumns}
      minWidth={tableWidth}
      expectedRows={expectedRows}
      icon={IconDevices}
    />
  );
}

/** Button that ends all other sessions after a question. */
function EndOthers({ disabled }: { disabled: boolean }) {
  const texts = useTexts(sessionTexts);
  const [questionOpened, setQuestionOpened] = useState(false);
  const end = useMutation(endOtherSessionsOptions());
  function confirm() {
    end.mutate(undefined, {
      onSuccess: () => {
        notifySuccess(texts.othersRemoved);
        setQuestionOpened(false);
      },
    });
  }
  return (
    <>
      <Button variant="danger" disabled={disabled} onClick={() => setQuestionOpened(true)}>
        {texts.removeOthers}
      </Button>
      <QuestionDialog
        opened={questionOpened}
        onClose={() => setQuestionOpened(false)}
        title={texts.othersQuestion}
        action={texts.removeOthers}
        sendingLabel={texts.removing}
        sending={end.isPending}
        onConfirm={confirm}
        danger
      >
        {texts.othersText}
      </QuestionDialog>
    </>
  );
}
