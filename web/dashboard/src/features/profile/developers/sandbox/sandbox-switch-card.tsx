import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';

import { Button, Switch } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { inSandbox, switchSandbox } from '@/session/sandbox';
import { serverUrl } from '@shared/api/server-url';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { QuestionDialog } from '@shared/overlay/question-dialog';
import { Card } from '@shared/ui/card';

import { resetSandboxOptions } from './sandbox-queries';
import { sandboxTexts } from './sandbox-texts';
import classes from './sandbox.module.css';

/** What the sandbox is, the switch that shows it on all pages, and its reset. */
export function SandboxSwitchCard({ open }: { open: boolean }) {
  const texts = useTexts(sandboxTexts);
  const [questionOpened, setQuestionOpened] = useState(false);
  const reset = useMutation(resetSandboxOptions());
  const hintId = useId();
  const close = () => setQuestionOpened(false);
  return (
    <Card
      title={texts.title}
      action={
        open && (
          <Button
            variant="danger"
            size="sm"
            leftSection={<IconRefresh aria-hidden />}
            onClick={() => setQuestionOpened(true)}
          >
            {texts.reset}
          </Button>
        )
      }
    >
      <p className={classes['intro']}>
        {texts.intro}{' '}
        <a className={classes['docs']} href={serverUrl('/docs/sandbox')} target="_blank" rel="noreferrer">
          {texts.docs}
        </a>
      </p>
      <Switch
        label={texts.show}
        aria-describedby={hintId}
        checked={inSandbox()}
        disabled={!open && !inSandbox()}
        onChange={({ currentTarget }) => switchSandbox(currentTarget.checked)}
      />
      {/* Beside the label, whose name it would be a part of. */}
      <p id={hintId} className={classes['hint']}>
        {open ? texts.showHint : texts.notOpen}
      </p>
      <QuestionDialog
        opened={questionOpened}
        onClose={close}
        title={texts.resetQuestion}
        action={texts.reset}
        sendingLabel={texts.resetting}
        sending={reset.isPending}
        danger
        onConfirm={() => reset.mutate(undefined, { onSuccess: () => notifySuccess(texts.resetDone), onSettled: close })}
      >
        {texts.resetText}
      </QuestionDialog>
    </Card>
  );
}
