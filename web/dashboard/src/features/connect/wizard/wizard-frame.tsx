import { Skeleton, VisuallyHidden } from '@mantine/core';
import { IconArrowLeft, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { PageTitle } from '@shared/page/page-title';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { ProgressButton } from '@shared/ui/progress-button';
import { subPageTexts } from '@/navigation/sub-pages';
import { feature } from '@/session/permissions';
import { AccessGuard } from '@shared/app/session/access-guard';

import { type ShopConfig, shopConfigOptions } from '../connect-queries';
import { backOf, isDone, numberedSteps, pathAfter, pathOf, type Step } from './steps';
import { wizardTexts } from './wizard-texts';
import classes from './wizard.module.css';

interface WizardStepProps {
  step: Step;
  /** The permission that the step needs; none by default. */
  permission?: number;
  children: (config: ShopConfig | null) => ReactNode;
}

/** A step of the wizard: waits for the set-up of the shop and gives it to its contents. */
export function WizardStep({ step, permission, children }: WizardStepProps) {
  const { title } = useTexts(subPageTexts)[step];
  return (
    <AccessGuard needs={{ feature: feature.connect, permission }} title={title}>
      <Loaded step={step}>{children}</Loaded>
    </AccessGuard>
  );
}

function Loaded({ step, children }: { step: Step; children: (config: ShopConfig | null) => ReactNode }) {
  const texts = useTexts(wizardTexts);
  const load = useQuery(shopConfigOptions());
  const failure = useFailure(load);
  const { data: config, isFetching, refetch } = load;
  if (config !== undefined) return children(config);
  return (
    <WizardFrame step={step} config={undefined}>
      {failure === null ? (
        <Skeleton height="24rem" />
      ) : (
        <LoadFailed title={texts.failed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />
      )}
    </WizardFrame>
  );
}

interface WizardFrameProps {
  step: Step;
  /** Undefined while loading, null without one. */
  config: ShopConfig | null | undefined;
  /** What was saved last, beside the buttons. */
  state?: ReactNode;
  /** Buttons in place of the main one. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The top bar of the wizard, with the body of a step below it. */
export function WizardFrame({ step, config, state, actions, children }: WizardFrameProps) {
  const texts = useTexts(wizardTexts);
  const title = useTexts(subPageTexts)[step].title;
  const published = config === undefined ? undefined : config?.isPublished === true;
  const back = backOf(step, published);
  const numbered = numberedSteps.find((one) => one === step);
  return (
    <>
      <div className={classes['bar']}>
        <Link to={back === 'home' ? '/connect' : pathOf(back)} className={classes['back']}>
          <IconArrowLeft aria-hidden />
          {texts.back[back]}
        </Link>
        {published === false && numbered ? (
          <>
            <VisuallyHidden component="div">
              <PageTitle>{title}</PageTitle>
            </VisuallyHidden>
            <Indicator current={numbered} config={config ?? null} />
          </>
        ) : (
          <PageTitle className={classes['title']}>{title}</PageTitle>
        )}
        <div className={classes['actions']}>
          {state}
          {actions}
        </div>
      </div>
      {children}
    </>
  );
}

interface IndicatorProps {
  current: (typeof numberedSteps)[number];
  config: ShopConfig | null;
}

function Indicator({ current, config }: IndicatorProps) {
  const texts = useTexts(wizardTexts);
  const at = numberedSteps.indexOf(current);
  return (
    <ol className={classes['indicator']} aria-label={texts.indicator}>
      {numberedSteps.map((step, index) => (
        <li key={step} className={classes['step']} aria-current={index === at ? 'step' : undefined}>
          <span className={classes['number']} data-done={(index < at && isDone(step, config)) || undefined}>
            {index < at && isDone(step, config) ? <IconCheck aria-label={texts.done} /> : index + 1}
          </span>
          <span className={classes['name']}>{texts.steps[step]}</span>
        </li>
      ))}
    </ol>
  );
}

interface MainButtonProps {
  published: boolean;
  saving: boolean;
  onPress: () => void;
}

/** 'Next' before publishing, 'Save & Continue' after it. */
export function MainButton({ published, saving, onPress }: MainButtonProps) {
  const texts = useTexts(wizardTexts);
  return (
    <ProgressButton sending={saving} sendingLabel={texts.saving} onPress={onPress}>
      {published ? texts.save : texts.next}
    </ProgressButton>
  );
}

/** Goes on after a step was saved. `ask` asks before input that is not part of the step's saving is lost. */
export function useOpenNextStep(step: Step) {
  const navigate = useNavigate();
  return (published: boolean, ask = false) => navigate({ to: pathAfter(step, published), ignoreBlocker: !ask });
}
