import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { SubmitButton } from '@shared/form/submit-button';
import { useUnsavedChanges } from '@shared/form/unsaved';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { Card } from '@shared/ui/card';

import { ButtonSkeleton } from '../form-skeleton';
import { among, Setting, SettingSkeleton } from '../setting';
import { apiKeyTexts } from './api-key-texts';
import classes from './api-keys.module.css';
import { duplicateGuardOptions, saveDuplicateGuardOptions } from './duplicate-queries';

const hour = 60;
const choices = [0, 1, 5, 10, 30, hour, 24 * hour];

/** When orders by API keys are refused because they repeat another one. */
export function DuplicateGuard() {
  const texts = useTexts(apiKeyTexts).duplicates;
  const load = useQuery(duplicateGuardOptions());
  const failure = useFailure(load);
  const { data, isFetching, refetch } = load;
  return (
    <Card title={texts.title}>
      {data ? <GuardForm key={data.minutes} saved={data.minutes} /> : null}
      {!data && failure === null ? (
        <div className={classes['guard']} aria-hidden>
          <SettingSkeleton />
          <ButtonSkeleton />
        </div>
      ) : null}
      {!data && failure !== null ? (
        <LoadFailed title={texts.loadFailed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />
      ) : null}
    </Card>
  );
}

function GuardForm({ saved }: { saved: number }) {
  const texts = useTexts(apiKeyTexts).duplicates;
  const [minutes, setMinutes] = useState(saved);
  const save = useMutation(saveDuplicateGuardOptions());
  const isChanged = minutes !== saved;
  useUnsavedChanges(isChanged);
  const nameOf = (count: number) => {
    if (count === 0) return texts.never;
    return count % hour === 0 ? texts.hours(count / hour) : texts.minutes(count);
  };
  return (
    <form
      className={classes['guard']}
      noValidate
      aria-label={texts.title}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isChanged || save.isPending) return;
        save.mutate(minutes, { onSuccess: () => notifySuccess(texts.saved) });
      }}
    >
      <Setting
        label={texts.label}
        hint={texts.hint}
        value={String(minutes)}
        options={among(choices, saved).map((count) => ({ value: String(count), label: nameOf(count) }))}
        onChange={(value) => setMinutes(Number(value))}
      />
      <SubmitButton variant="default" disabled={!isChanged} sending={save.isPending} sendingLabel={texts.saving}>
        {texts.save}
      </SubmitButton>
    </form>
  );
}
