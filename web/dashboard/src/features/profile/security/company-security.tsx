import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useZones } from '@shared/format/display-zone';
import { formatDateOf } from '@shared/format/local-time';
import { SubmitButton } from '@shared/form/submit-button';
import { useUnsavedChanges } from '@shared/form/unsaved';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { Card } from '@shared/ui/card';

import { ButtonSkeleton } from '../form-skeleton';
import { among, Setting, SettingSkeleton } from '../setting';
import { type ClientSecurity, clientSecurityOptions, saveClientSecurityOptions } from './security-queries';
import { securityTexts } from './security-texts';
import classes from './security.module.css';

const choices = [15, 30, 60, 120];
const dayChoices = [0, 7, 30, 90];
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
  if (data) return <SettingsForm key={`${data.idleMinutes} ${data.secondFactor} ${data.rememberDays}`} saved={data} />;
  if (failure === null) {
    return (
      <div aria-hidden>
        <SettingSkeleton />
        <ButtonSkeleton />
      </div>
    );
  }
  return <LoadFailed title={texts.loadFailed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />;
}

type Demand = ClientSecurity['secondFactor'];

const demands: readonly Demand[] = ['none', 'money', 'all'];

function SettingsForm({ saved }: { saved: ClientSecurity }) {
  const texts = useTexts(securityTexts).company;
  const language = useLanguage();
  const { shown } = useZones();
  const [idleMinutes, setIdleMinutes] = useState(saved.idleMinutes);
  const [secondFactor, setSecondFactor] = useState(saved.secondFactor);
  const [rememberDays, setRememberDays] = useState(saved.rememberDays);
  const save = useMutation(saveClientSecurityOptions());
  const isChanged =
    idleMinutes !== saved.idleMinutes || secondFactor !== saved.secondFactor || rememberDays !== saved.rememberDays;
  useUnsavedChanges(isChanged);
  const nameOf = (minutes: number) => (minutes % hour === 0 ? texts.hours(minutes / hour) : texts.minutes(minutes));
  const lacking = secondFactor === 'none' ? undefined : saved.lacking?.[secondFactor];
  const from = saved.demandedFrom ? formatDateOf(saved.demandedFrom, shown, language) : undefined;
  return (
    <form
      className={classes['settings']}
      noValidate
      aria-label={texts.title}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isChanged || save.isPending) return;
        save.mutate({ idleMinutes, secondFactor, rememberDays }, { onSuccess: () => notifySuccess(texts.saved) });
      }}
    >
      <Setting
        label={texts.factor}
        hint={[
          secondFactor === saved.secondFactor && from ? texts.factorFrom(from) : texts.factorHint,
          lacking === undefined ? '' : texts.lacking(lacking),
        ].join(' ')}
        value={secondFactor}
        options={demands.map((demand) => ({ value: demand, label: texts.demands[demand] }))}
        onChange={(value) => setSecondFactor(demands.find((demand) => demand === value) ?? 'none')}
      />
      <Setting
        label={texts.remember}
        hint={texts.rememberHint}
        value={String(rememberDays)}
        options={among(dayChoices, saved.rememberDays).map((days) => ({
          value: String(days),
          label: texts.days(days),
        }))}
        onChange={(value) => setRememberDays(Number(value))}
      />
      <Setting
        label={texts.idle}
        hint={texts.idleHint}
        value={String(idleMinutes)}
        options={among(choices, saved.idleMinutes).map((count) => ({ value: String(count), label: nameOf(count) }))}
        onChange={(value) => setIdleMinutes(Number(value))}
      />
      <SubmitButton variant="default" disabled={!isChanged} sending={save.isPending} sendingLabel={texts.saving}>
        {texts.save}
      </SubmitButton>
    </form>
  );
}
