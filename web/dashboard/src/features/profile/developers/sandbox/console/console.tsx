import { Button, Textarea, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { SelectField } from '@shared/form/select-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useTexts } from '@shared/i18n/texts';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { useCopy } from '@shared/ui/use-copy';

import { PanelSkeleton } from '../../panel-skeleton';
import type { ClientOperation } from './client-api-document';
import { ConsoleAnswerPanels } from './console-answer';
import { operationsOptions, sendCallOptions } from './console-queries';
import { consoleTexts } from './console-texts';
import classes from './console.module.css';
import { addressOf, curlOf, testKeyPrefix } from './send-call';

export interface ConsoleProps {
  /** The key that calls are sent with: the one that was just made, or typed. */
  testKey: string;
  onTestKey: (testKey: string) => void;
}

/** Sends calls of the client API with a test key, and shows what comes back. */
export function Console(props: ConsoleProps) {
  const texts = useTexts(consoleTexts);
  const load = useQuery(operationsOptions());
  const failure = useFailure(load);
  if (failure !== null) {
    const again = () => void load.refetch();
    return <LoadFailed title={texts.loadFailed} error={failure} retrying={load.isFetching} onRetry={again} />;
  }
  if (!load.data) return <PanelSkeleton />;
  return <ConsoleForm {...props} operations={load.data} />;
}

const firstOperation = 'POST /h2h/v1/orders';
const bodyRows = 6;

function ConsoleForm({ testKey, onTestKey, operations }: ConsoleProps & { operations: readonly ClientOperation[] }) {
  const texts = useTexts(consoleTexts);
  const copy = useCopy();
  const [edited, setEdited] = useState<{ id?: string; target?: string; body?: string }>({ id: firstOperation });
  const [showErrors, setShowErrors] = useState(false);
  const send = useMutation(sendCallOptions());
  const operation = operations.find(({ id }) => id === edited.id) ?? operations[0];
  if (!operation) return null;
  const target = edited.target ?? operation.target;
  const body = operation.body && { ...operation.body, text: edited.body ?? operation.body.text };
  const call = { method: operation.method, target, testKey: testKey.trim(), body };
  const keyProblem = call.testKey.startsWith(testKeyPrefix) ? undefined : texts.wrongKey;
  const targetProblem = addressOf(target) ? undefined : texts.wrongTarget;
  return (
    <form
      className={classes['console']}
      aria-label={texts.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setShowErrors(true);
        if (!send.isPending && keyProblem === undefined && targetProblem === undefined) send.mutate(call);
      }}
    >
      <TextInput
        label={texts.testKey}
        description={texts.testKeyHelp}
        value={testKey}
        error={showErrors && keyProblem}
        classNames={{ input: classes['mono'] }}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => onTestKey(currentTarget.value)}
      />
      <SelectField
        label={texts.call}
        options={operations.map(({ id, summary }) => ({ value: id, label: `${id} · ${summary}` }))}
        value={operation.id}
        onChange={(id) => {
          setEdited({ id });
          send.reset();
        }}
      />
      <TextInput
        label={texts.target}
        value={target}
        error={showErrors && targetProblem}
        classNames={{ input: classes['mono'] }}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => setEdited({ ...edited, target: currentTarget.value })}
      />
      {body && (
        <Textarea
          label={`${texts.body} (${body.type})`}
          value={body.text}
          rows={bodyRows}
          classNames={{ input: classes['mono'] }}
          spellCheck={false}
          onChange={({ currentTarget }) => setEdited({ ...edited, body: currentTarget.value })}
        />
      )}
      <div className={classes['buttons']}>
        <SubmitButton variant="default" sending={send.isPending} sendingLabel={texts.sending}>
          {texts.send}
        </SubmitButton>
        <Button
          variant="default"
          leftSection={<IconCopy aria-hidden />}
          onClick={() => void copy(curlOf(call), texts.curlCopied)}
        >
          {texts.copyCurl}
        </Button>
      </div>
      {send.data && <ConsoleAnswerPanels answer={send.data} />}
    </form>
  );
}
