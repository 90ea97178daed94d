import { Button } from '@mantine/core';
import { IconDeviceMobileCode, IconFingerprint, IconTrash, type TablerIcon } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { useZones } from '@shared/format/display-zone';
import { formatDateOf } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { QuestionDialog } from '@shared/overlay/question-dialog';

import { type Factors, removeFactorOptions } from './factor-queries';
import { factorTexts } from './factor-texts';
import { useDeviceName } from './session-columns';
import classes from './security.module.css';

/** Returns the function that writes the day of a moment. */
export function useDay(): (moment: string) => string {
  const language = useLanguage();
  const { shown } = useZones();
  return (moment) => formatDateOf(moment, shown, language);
}

/** An authenticator app, with a button that removes it. */
export function AppRow({ app, last }: { app: Factors['apps'][number]; last: boolean }) {
  const texts = useTexts(factorTexts);
  const dayOf = useDay();
  const added = dayOf(app.createdAt);
  return (
    <FactorRow
      id={app.id}
      icon={IconDeviceMobileCode}
      name={texts.app}
      facts={texts.appFacts(added, app.lastUsedAt ? dayOf(app.lastUsedAt) : undefined)}
      removeLabel={texts.removeNamed(added)}
      question={texts.removeQuestion}
      questionText={last ? texts.removeLastText : texts.removeText}
      removed={texts.removed}
    />
  );
}

/** A passkey, with a button that removes it. */
export function PasskeyRow({ passkey, last }: { passkey: Factors['passkeys'][number]; last: boolean }) {
  const texts = useTexts(factorTexts).passkeys;
  const dayOf = useDay();
  const nameOf = useDeviceName();
  const { name, synced, device, serves, createdAt, lastUsedAt } = passkey;
  return (
    <FactorRow
      id={passkey.id}
      icon={IconFingerprint}
      name={texts.row(name)}
      facts={
        serves
          ? texts.facts(nameOf(device), synced, dayOf(createdAt), lastUsedAt ? dayOf(lastUsedAt) : undefined)
          : texts.elsewhere
      }
      removeLabel={texts.removeNamed(name)}
      question={texts.removeQuestion}
      questionText={last ? texts.removeLastText : texts.removeText}
      removed={texts.removed}
    />
  );
}

interface FactorRowProps {
  id: string;
  icon: TablerIcon;
  name: string;
  facts: string;
  removeLabel: string;
  question: string;
  questionText: string;
  /** Said after the removal. */
  removed: string;
}

function FactorRow({ id, icon: Icon, name, facts, removeLabel, question, questionText, removed }: FactorRowProps) {
  const texts = useTexts(factorTexts);
  const [questionOpened, setQuestionOpened] = useState(false);
  const remove = useMutation(removeFactorOptions());
  function confirm() {
    remove.mutate(id, {
      onSuccess: () => {
        notifySuccess(removed);
        setQuestionOpened(false);
      },
    });
  }
  return (
    <li className={classes['factor']}>
      <Icon aria-hidden className={classes['factorIcon']} />
      <div>
        <p>{name}</p>
        <p className={classes['hint']}>{facts}</p>
      </div>
      <Button
        variant="danger"
        size="sm"
        leftSection={<IconTrash aria-hidden />}
        aria-label={removeLabel}
        onClick={() => setQuestionOpened(true)}
      >
        {texts.remove}
      </Button>
      <QuestionDialog
        opened={questionOpened}
        onClose={() => setQuestionOpened(false)}
        title={question}
        action={texts.remove}
        sendingLabel={texts.removing}
        sending={remove.isPending}
        onConfirm={confirm}
        danger
      >
        {questionText}
      </QuestionDialog>
    </li>
  );
}
