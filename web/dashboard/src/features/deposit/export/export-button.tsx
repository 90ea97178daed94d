import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';

import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogFoot } from '@shared/overlay/dialog-parts';
import { ProgressBar } from '@shared/ui/progress-bar';
import { ProgressButton } from '@shared/ui/progress-button';

import type { HistoryParams } from '../deposit-rules';
import { exportTexts } from './export-texts';
import classes from './export.module.css';
import { useExport } from './use-export';

interface ExportButtonProps {
  filter: HistoryParams;
  /** All four parts of the period are set. */
  enabled: boolean;
}

/** EXPORT DATA: asks, then downloads the history of the filter with progress. */
export function ExportButton({ filter, enabled }: ExportButtonProps) {
  const texts = useTexts(exportTexts);
  const [opened, setOpened] = useState(false);
  const { start, cancel, running, progress } = useExport(filter, () => {
    setOpened(false);
    notifySuccess(texts.done);
  });
  function close(): void {
    if (running) cancel();
    setOpened(false);
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload aria-hidden />}
        disabled={!enabled}
        onClick={() => setOpened(true)}
      >
        {texts.export}
      </Button>
      <Dialog opened={opened} onClose={close} title={texts.title} size="question">
        <DialogBody>
          <p>{texts.text}</p>
          {running && (
            <div className={classes['progress']}>
              <ProgressBar label={texts.progress} value={progress.rows} max={progress.total} />
              <p className={classes['counts']} role="status">
                {progress.total === 0
                  ? texts.starting
                  : texts.counts(groupThousands(progress.rows), groupThousands(progress.total))}
              </p>
            </div>
          )}
        </DialogBody>
        <DialogFoot>
          <Button variant="default" onClick={close}>
            {texts.cancel}
          </Button>
          <ProgressButton sending={running} sendingLabel={texts.sending} onPress={start}>
            {texts.confirm}
          </ProgressButton>
        </DialogFoot>
      </Dialog>
    </>
  );
}
