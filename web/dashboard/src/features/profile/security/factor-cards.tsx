import { Button } from '@mantine/core';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { NewApp } from '@shared/app/factors/enrol-dialog';
import { enrolTexts } from '@shared/app/factors/enrol-texts';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { QuestionDialog } from '@shared/overlay/question-dialog';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { Card } from '@shared/ui/card';
import { Note } from '@shared/ui/note';
import { ProgressBar } from '@shared/ui/progress-bar';
import { ProgressButton } from '@shared/ui/progress-button';
import { StatusPill } from '@shared/ui/status-pill';

import { FieldSkeleton } from '../form-skeleton';
import { confirmAppOptions, type Factors, factorsOptions, makeAppOptions, makeCodesOptions } from './factor-queries';
import { AppRow, PasskeyRow, useDay } from './factor-rows';
import { factorTexts } from './factor-texts';
import classes from './security.module.css';

const EnrolDialog = lazyDialog(async () => (await import('@shared/app/factors/enrol-dialog')).EnrolDialog);
const PasskeyDialog = lazyDialog(async () => (await import('./passkey-dialog')).PasskeyDialog);
const CodesDialog = lazyDialog(async () => (await import('@shared/app/factors/codes-dialog')).CodesDialog);

const mostApps = 2;
const mostPasskeys = 10;
const codesInSet = 10;

/** The second factors of the user and what belongs to them; stacked where the page is narrow. */
export function FactorCards({ stacked = false }: { stacked?: boolean }) {
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
  const count = data.apps.length + data.passkeys.length;
  const on = data.apps.length > 0 || data.passkeys.some(({ serves }) => serves);
  return (
    <>
      <div className={classes['pair']} data-alone={!on || stacked || undefined}>
        <FactorsCard factors={data} on={on} last={count === 1} onCodes={setCodes} />
        {on ? <CodesCard left={data.recoveryCodesLeft} onCodes={setCodes} /> : null}
      </div>
      <CodesDialog codes={codes ?? []} opened={codes !== undefined} onClose={() => setCodes(undefined)} />
    </>
  );
}

interface FactorsCardProps {
  factors: Factors;
  on: boolean;
  /** There is one factor only. */
  last: boolean;
  onCodes: (codes: string[]) => void;
}

function FactorsCard({ factors, on, last, onCodes }: FactorsCardProps) {
  const texts = useTexts(factorTexts);
  const setUpTexts = useTexts(enrolTexts);
  const dayOf = useDay();
  const [newApp, setNewApp] = useState<NewApp>();
  const [naming, setNaming] = useState(false);
  const make = useMutation(makeAppOptions());
  const { apps, passkeys, passkeysOffered } = factors;
  function added(text: string, codes: string[]) {
    notifySuccess(text);
    setNewApp(undefined);
    setNaming(false);
    if (codes.length > 0) onCodes(codes);
  }
  const label = apps.length > 0 ? texts.addAnother : setUpTexts.setUp;
  return (
    <Card
      title={texts.title}
      state={<StatusPill tone={on ? 'done' : 'cancelled'}>{on ? texts.on : texts.off}</StatusPill>}
      action={
        <div className={classes['ways']}>
          {passkeysOffered && passkeys.length < mostPasskeys ? (
            <Button
              variant={on ? 'default' : 'filled'}
              leftSection={<IconPlus aria-hidden />}
              onClick={() => setNaming(true)}
            >
              {texts.passkeys.add}
            </Button>
          ) : null}
          {apps.length < mostApps ? (
            <ProgressButton
              variant={on || passkeysOffered ? 'default' : 'filled'}
              leftSection={<IconPlus aria-hidden />}
              sending={make.isPending}
              sendingLabel={label}
              onPress={() => make.mutate(undefined, { onSuccess: setNewApp })}
            >
              {label}
            </ProgressButton>
          ) : null}
        </div>
      }
    >
      {apps.length + passkeys.length > 0 ? (
        <ul className={classes['factors']}>
          {apps.map((app) => (
            <AppRow key={app.id} app={app} last={last} />
          ))}
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} last={last} />
          ))}
        </ul>
      ) : (
        <p className={classes['text']}>{texts.offText}</p>
      )}
      {factors.demandedFrom ? <Note tone="warning">{texts.demanded(dayOf(factors.demandedFrom))}</Note> : null}
      <PasskeyDialog
        opened={naming}
        onClose={() => setNaming(false)}
        onAdded={(codes) => added(texts.passkeys.added, codes)}
      />
      <EnrolDialog
        newApp={newApp}
        confirm={confirmAppOptions}
        opened={newApp !== undefined}
        onClose={() => setNewApp(undefined)}
        onAdded={(codes) => added(setUpTexts.added, codes)}
      />
    </Card>
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
