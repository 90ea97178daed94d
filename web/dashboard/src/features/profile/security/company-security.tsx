import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { SelectField } from '@shared/form/select-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useUnsavedChanges } from '@shared/form/unsaved';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { Card } from '@shared/ui/card';

import { ButtonSkeleton, FieldSkeleton } from '../form-skeleton';
import { type ClientSecurity, clientSecurityOptions, saveClientSecurityOptions } from './security-queries';
import { securityTexts } from './security-texts';
import classes from './security.module.css';

const choices = [15, 30, 60, 120];
const hour = 60;

/** What root users decide for all users of the client. */
export function CompanySecurity() {
  const texts = useTexts(securityTexts).company;
  return (
    <Card title={texts.title} hint={texts.hint}>
      <Settings />
    </Card>
  );
}

function Settings() {
  const texts = useTexts(securityTexts).company;
  const load = useQuery(clientSecurityOptions());
  const failure = useFailure(load);
  const { data, isFetching, refetch } = load;
  if (data) return <SettingsForm key={data.idleMinutes} saved={data} />;
  if (failure === null) {
    return (
      <div className={classes['setting']} aria-hidden>
        <FieldSkeleton />
        <FieldSkeleton label={false} />
        <ButtonSkeleton />
      </div>
    );
  }
  return <LoadFailed title={texts.loadFailed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />;
}

function SettingsForm({ saved }: { saved: ClientSecurity }) {
  const texts = useTexts(securityTexts).company;
  const [idleMinutes, setIdleMinutes] = useState(saved.idleMinutes);
  const save = useMutation(saveClientSecurityOptions());
  const field = useId();
  const changed = idleMinutes !== saved.idleMinutes;
  useUnsavedChanges(changed);
  // A limit that a program set stands among the choices.
  const all = [...new Set([...choices, saved.idleMinutes])].toSorted((a, b) => a - b);
  const nameOf = (minutes: number) => (minutes % hour === 0 ? texts.hours(minutes / hour) : texts.minutes(minutes));
  return (
    <form
      className={classes['setting']}
      noValidate
      aria-label={texts.title}
      onSubmit={(event) => {
        event.preventDefault();
        if (changed && !save.isPending) save.mutate({ idleMinutes }, { onSuccess: () => notifySuccess(texts.saved) });
      }}
    >
      <div className={classes['what']}>
        <label htmlFor={field}>{texts.idle}</label>
        <p className={classes['hint']}>{texts.idleHint}</p>
      </div>
      <SelectField
        id={field}
        value={String(idleMinutes)}
        options={all.map((minutes) => ({ value: String(minutes), label: nameOf(minutes) }))}
        onChange={(value) => setIdleMinutes(Number(value))}
      />
      <SubmitButton variant="default" disabled={!changed} sending={save.isPending} sendingLabel={texts.saving}>
        {texts.save}
      </SubmitButton>
    </form>
  );
}
