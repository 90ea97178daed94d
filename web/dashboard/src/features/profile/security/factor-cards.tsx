import { Button } from '@mantine/core';
import { IconDeviceMobileCode, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useZones } from '@shared/format/display-zone';
import { formatDateOf } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { QuestionDialog } from '@shared/overlay/question-dialog';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { Card } from '@shared/ui/card';
import { ProgressBar } from '@shared/ui/progress-bar';
import { ProgressButton } from '@shared/ui/progress-button';
import { StatusPill } from '@shared/ui/status-pill';

import { FieldSkeleton } from '../form-skeleton';
import {
  type Factors,
  factorsOptions,
  makeAppOptions,
  makeCodesOptions,
  type NewApp,
  removeFactorOptions,
} from './factor-queries';
import { factorTexts } from './factor-texts';
import classes from './security.module.css';

const EnrolDialog = lazyDialog(async () => (await import('./enrol-dialog')).EnrolDialog);
const CodesDialog = lazyDialog(async () => (await import('./codes-dialog')).CodesDialog);

const mostApps = 2;
const codesInSet = 10;

/** The second factors of the user and what belongs to them. */
export function FactorCards() {
  const texts = useTexts(factorTexts);
  const load = useQuery(factorsOptions());
  const failure = useFailure(load);
  const [codes, setCodes] = useState<string[]>();
  const { data, isFetching, refetch } = load;
  if (!data) {
    return (
      <Card title={texts.title}>
        {failure === null ? (
          <div aria-hidden>
            <FieldSkeleton help />
          </div>
        ) : (
          <LoadFailed title={texts.loadFailed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />
        )}
      </Card>
    );
  }
  const on = data.apps.length > 0;
  return (
    <>
      <div className={classes['pair']} data-alone={on ? undefined : true}>
        <AppsCard factors={data} onCodes={setCodes} />
        {on ? <CodesCard left={data.recoveryCodesLeft} onCodes={setCodes} /> : null}
      </div>
      <CodesDialog codes={codes ?? []} opened={codes !== undefined} onClose={() => setCodes(undefined)} />
    </>
  );
}

function AppsCard({ factors, onCodes }: { factors: Factors; onCodes: (codes: string[]) => void }) {
  const texts = useTexts(factorTexts);
  const [newApp, setNewApp] = useState<NewApp>();
  const make = useMutation(makeAppOptions());
  const { apps } = factors;
  const on = apps.length > 0;
  return (
    <Card
      title={texts.title}
      state={<StatusPill tone={on ? 'done' : 'cancelled'}>{on ? texts.on : texts.off}</StatusPill>}
      action={
        apps.length < mostApps ? (
          <ProgressButton
            variant={on ? 'default' : 'filled'}
            leftSection={<IconPlus aria-hidden />}
            sending={make.isPending}
            sendingLabel={on ? texts.addAnother : texts.setUp}
            onPress={() => make.mutate(undefined, { onSuccess: setNewApp })}
          >
            {on ? texts.addAnother : texts.setUp}
          </ProgressButton>
        ) : null
      }
    >
      {on ? (
        <ul className={classes['factors']}>
          {apps.map((app) => (
            <AppRow key={app.id} app={app} last={apps.length === 1} />
          ))}
        </ul>
      ) : (
        <p className={classes['text']}>{texts.offText}</p>
      )}
      <EnrolDialog
        newApp={newApp}
        opened={newApp !== undefined}
        onClose={() => setNewApp(undefined)}
        onAdded={(codes) => {
          notifySuccess(texts.enrol.added);
          setNewApp(undefined);
          if (codes.length > 0) onCodes(codes);
        }}
      />
    </Card>
  );
}

function AppRow({ app, last }: { app: Factors['apps'][number]; last: boolean }) {
  const texts = useTexts(factorTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const [questionOpened, setQuestionOpened] = useState(false);
  const remove = useMutation(removeFactorOptions());
  const added = formatDateOf(app.createdAt, shown, language);
  const used = app.lastUsedAt ? formatDateOf(app.lastUsedAt, shown, language) : undefined;
  return (
    <li className={classes['factor']}>
      <IconDeviceMobileCode aria-hidden className={classes['factorIcon']} />
      <div className={classes['what']}>
        <p>{texts.app}</p>
        <p className={classes['hint']}>{texts.appFacts(added, used)}</p>
      </div>
      <Button
        variant="danger"
        size="sm"
        leftSection={<IconTrash aria-hidden />}
        aria-label={texts.removeNamed(added)}
        onClick={() => setQuestionOpened(true)}
      >
        {texts.remove}
      </Button>
      <QuestionDialog
        opened={questionOpened}
        onClose={() => setQuestionOpened(false)}
        title={texts.removeQuestion}
        action={texts.remove}
        sendingLabel={texts.removing}
        sending={remove.isPending}
        onConfirm={() =>
          remove.mutate(app.id, {
            onSuccess: () => {
              notifySuccess(texts.removed);
              setQuestionOpened(false);
            },
          })
        }
        danger
      >
        {last ? texts.removeLastText : texts.removeText}
      </QuestionDialog>
    </li>
  );
}

function CodesCard({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
  const texts = useTexts(factorTexts).codes;
  const [questionOpened, setQuestionOpened] = useState(false);
  const make = useMutation(makeCodesOptions());
  return (
    <Card title={texts.title} hint={texts.left(left)}>
      <ProgressBar label={texts.title} value={left} max={codesInSet} />
      <p className={classes['text']}>{texts.text}</p>
      <Button variant="default" leftSection={<IconRefresh aria-hidden />} onClick={() => setQuestionOpened(true)}>
        {texts.make}
      </Button>
      <QuestionDialog
        opened={questionOpened}
        onClose={() => setQuestionOpened(false)}
        title={texts.question}
        action={texts.makeAction}
        sendingLabel={texts.making}
        sending={make.isPending}
        onConfirm={() =>
          make.mutate(undefined, {
            onSuccess: (codes) => {
              setQuestionOpened(false);
              onCodes(codes);
            },
          })
        }
      >
        {texts.questionText}
      </QuestionDialog>
    </Card>
  );
}
