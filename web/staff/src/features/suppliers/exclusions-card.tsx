import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useZones } from '@shared/format/display-zone';
import { formatDateTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { Card } from '@shared/ui/card';
import { StatusPill, type StatusTone } from '@shared/ui/status-pill';

import type { ExclusionDecision } from './exclusion-dialogs';
import { type Exclusion, type ExclusionAction, type Exclusions, exclusionsOptions, nameOf } from './exclusion-queries';
import { exclusionTexts } from './exclusion-texts';
import classes from './suppliers.module.css';

const ActionDialog = lazyDialog(async () => (await import('./exclusion-dialogs')).ActionDialog);
const SettingsDialog = lazyDialog(async () => (await import('./exclusion-dialogs')).SettingsDialog);

const tones: Record<Exclusion['state'], StatusTone> = { off: 'failed', trial: 'waiting', never: 'cancelled' };

const actionsOf: Record<Exclusion['state'], ExclusionAction[]> = {
  off: ['forbid', 'end'],
  trial: ['forbid', 'end'],
  never: ['allow'],
};

/** What the system switched off at suppliers since it fails, and when it does. */
export function ExclusionsCard() {
  const texts = useTexts(exclusionTexts);
  const load = useQuery(exclusionsOptions());
  const failure = useFailure(load);
  const { data, isFetching, refetch } = load;
  if (failure) {
    return <LoadFailed title={texts.failed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  return data ? <Loaded exclusions={data} /> : null;
}

function Loaded({ exclusions: { settings, data } }: { exclusions: Exclusions }) {
  const texts = useTexts(exclusionTexts);
  const [decision, setDecision] = useState<ExclusionDecision>();
  const [open, setOpen] = useState(false);
  const { on, failedPercent, fewest, spanMinutes, successes } = settings;
  return (
    <Card
      title={texts.title}
      hint={on ? texts.rules(failedPercent, fewest, spanMinutes) : texts.rulesOff}
      action={
        <Button variant="default" size="sm" onClick={() => setOpen(true)}>
          {texts.settings}
        </Button>
      }
    >
      {data.length === 0 ? (
        <p className={classes['hint']}>{texts.none}</p>
      ) : (
        <ul className={classes['changes']} aria-label={texts.title}>
          {data.map((one) => (
            <Row
              key={`${one.supplier} ${one.productCode}`}
              exclusion={one}
              successes={successes}
              onDecide={(action) => setDecision({ exclusion: one, action })}
            />
          ))}
        </ul>
      )}
      <ActionDialog decision={decision} onClose={() => setDecision(undefined)} />
      <SettingsDialog settings={open ? settings : undefined} onClose={() => setOpen(false)} />
    </Card>
  );
}

interface RowProps {
  exclusion: Exclusion;
  /** How many purchases of a trial must succeed. */
  successes: number;
  onDecide: (action: ExclusionAction) => void;
}

function Row({ exclusion, successes, onDecide }: RowProps) {
  const texts = useTexts(exclusionTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const { supplier, productCode, state, until, ended, failed, oneOf, succeeded, failedTrial, changedBy, reason } =
    exclusion;
  const facts = [
    ended > 0 ? texts.figures(failed, ended) : '',
    until === null ? '' : texts.until(formatDateTime(until, shown, language)),
    state === 'trial' ? texts.trial(oneOf, succeeded, successes, failedTrial) : '',
    reason === '' ? '' : texts.by(changedBy, reason),
  ];
  return (
    <li>
      <div>
        <strong>{productCode === '' ? supplier : productCode}</strong>{' '}
        <span className={classes['hint']}>{productCode === '' ? texts.wholeSupplier : supplier}</span>
        <p className={classes['hint']}>{facts.filter((one) => one !== '').join(' · ')}</p>
      </div>
      <StatusPill tone={tones[state]}>{texts.states[state]}</StatusPill>
      <span className={classes['buttons']}>
        {actionsOf[state].map((action) => (
          <Button
            key={action}
            variant="default"
            size="sm"
            aria-label={texts.actionOf[action](nameOf(exclusion))}
            onClick={() => onDecide(action)}
          >
            {texts.actions[action]}
          </Button>
        ))}
      </span>
    </li>
  );
}
