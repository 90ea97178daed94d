import { Button } from '@mantine/core';
import { IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react';

import { refusalText } from '@shared/errors/refusal-text';
import { useZones } from '@shared/format/display-zone';
import { formatClock } from '@shared/format/local-time';
import { useTexts } from '@shared/i18n/texts';
import { useAnnouncement } from '@shared/notify/announce';

import type { SaveState } from './autosave';
import { configsTexts } from './configs-texts';
import classes from './configs.module.css';

const minutes = 'HH:mm'.length;

/** What is stored: being saved, saved at a time, or not. */
export function SaveStateText({ state, onRetry }: { state: SaveState; onRetry: () => void }) {
  const texts = useTexts(configsTexts).state;
  const zones = useZones();
  const { phase, savedAt } = state;
  const failed = phase === 'failed' || phase === 'refused' || phase === 'conflict';
  const saved = savedAt && `${formatClock(savedAt, zones.shown).slice(0, minutes)} ${zones.label}`;
  let message: string | undefined;
  if (phase === 'failed' && state.error !== undefined) message = texts.because(refusalText(state.error));
  else if (failed) message = texts.failed;
  else if (phase === 'saving') message = texts.saving;
  else if (phase === 'waiting') message = texts.waiting;
  else if (saved) message = texts.saved(saved);
  useAnnouncement(failed ? message : undefined);
  if (message === undefined) return null;
  const Icon = failed ? IconCloudOff : phase === 'clean' ? IconCloudCheck : IconCloudUp;
  return (
    <span className={classes['state']} data-phase={failed ? 'failed' : phase}>
      <Icon aria-hidden />
      {message}
      {phase === 'failed' && (
        <Button size="sm" variant="default" onClick={onRetry}>
          {texts.retry}
        </Button>
      )}
    </span>
  );
}
