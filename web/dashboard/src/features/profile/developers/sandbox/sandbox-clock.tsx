import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { SelectField } from '@shared/form/select-field';
import { useZones } from '@shared/format/display-zone';
import { formatDateTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Card } from '@shared/ui/card';
import { ProgressButton } from '@shared/ui/progress-button';

import { moveClockOptions, type Sandbox } from './sandbox-queries';
import { sandboxTimeTexts } from './sandbox-time-texts';
import classes from './sandbox.module.css';

const hoursOfDay = 24;

/** How far the clock can be moved, in hours. */
const steps = ['1', '6', '24', '72', '168', '336', '720', '960'] as const;
type Step = (typeof steps)[number];

/** The clock of the sandbox, and the way forward. */
export function SandboxClock({ clock }: Pick<Sandbox, 'clock'>) {
  const texts = useTexts(sandboxTimeTexts).clock;
  const language = useLanguage();
  const { shown } = useZones();
  const [step, setStep] = useState<Step>('24');
  const { mutate, isPending } = useMutation(moveClockOptions());
  const span = (hours: number) =>
    hours < hoursOfDay ? texts.hours(hours) : texts.days(Math.floor(hours / hoursOfDay), hours % hoursOfDay);
  return (
    <Card title={texts.title}>
      <p className={classes['intro']}>
        <time dateTime={clock.now}>{formatDateTime(clock.now, shown, language)}</time>
        {' · '}
        {clock.aheadHours === 0 ? texts.real : texts.ahead(span(clock.aheadHours))}
      </p>
      <div className={classes['form']}>
        <SelectField
          label={texts.forward}
          options={steps.map((value) => ({ value, label: span(Number(value)) }))}
          value={step}
          onChange={setStep}
        />
        <ProgressButton
          variant="default"
          sending={isPending}
          sendingLabel={texts.moving}
          onPress={() => mutate(Number(step), { onSuccess: () => notifySuccess(texts.moved) })}
        >
          {texts.move}
        </ProgressButton>
      </div>
      <p className={classes['hint']}>{texts.hint}</p>
    </Card>
  );
}
