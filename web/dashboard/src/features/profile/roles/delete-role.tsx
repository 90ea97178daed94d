import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { QuestionDialog } from '@shared/overlay/question-dialog';

import { type ClientRole, removeRoleOptions } from './role-queries';
import { roleTexts } from './role-texts';

/** Deletes a role that nobody has. */
export function DeleteRole({ role, onDone }: { role: ClientRole; onDone: () => void }) {
  const texts = useTexts(roleTexts);
  const [questionOpened, setQuestionOpened] = useState(false);
  const remove = useMutation(removeRoleOptions());
  const blocked = role.people > 0;
  return (
    <>
      <Button
        variant="danger"
        disabled={blocked}
        title={blocked ? texts.removeBlocked : undefined}
        leftSection={<IconTrash aria-hidden />}
        onClick={() => setQuestionOpened(true)}
      >
        {texts.remove}
      </Button>
      <QuestionDialog
        opened={questionOpened}
        onClose={() => setQuestionOpened(false)}
        title={texts.removeTitle(role.name)}
        action={texts.remove}
        sending={remove.isPending}
        sendingLabel={texts.removing}
        danger
        onConfirm={() =>
          remove.mutate(role.id, {
            onSuccess: () => {
              notifySuccess(texts.removedRole(role.name));
              onDone();
            },
          })
        }
      >
        {texts.removeText}
      </QuestionDialog>
    </>
  );
}
