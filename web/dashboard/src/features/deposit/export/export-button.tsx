import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useId, useState } from 'react';

import type { FileFormat } from '@shared/api/file-answer';
import { SelectField } from '@shared/form/select-field';
import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogFoot } from '@shared/overlay/dialog-parts';
import { ProgressBar } from '@shared/ui/progress-bar';
import { ProgressButton } from '@shared/ui/progress-button';
import { useAccess, useHasPermission } from '@/session/current-user';
import { permission } from '@/session/permissions';

import type { HistoryParams } from '../deposit-rules';
import { exportTexts } from './export-texts';
import classes from './export.module.css';
import { type ExportProgress, useExport } from './use-export';

const kilobyte = 1000;

interface ExportButtonProps {
  filter: HistoryParams;
  /** All four parts of the period are set. */
  enabled: boolean;
}

/** EXPORT DATA: asks, then downloads the history of the filter with progress. */
export function ExportButton({ filter, enabled }: ExportButtonProps) {
  const texts = useTexts(exportTexts);
  const allowed = useHasPermission(permission.balanceView);
  const unknown = useAccess() === undefined;
  const disabledReason = !allowed && !unknown ? texts.notAllowed : enabled ? undefined : texts.needsPeriod;
  const reason = useId();
  const [opened, setOpened] = useState(false);
  const [format, setFormat] = useState<FileFormat>('csv');
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
        disabled={disabledReason !== undefined || unknown}
        title={disabledReason}
        aria-describedby={disabledReason === undefined ? undefined : reason}
        onClick={() => setOpened(true)}
      >
        {texts.export}
      </Button>
      {disabledReason !== undefined && (
        <p id={reason} className={classes['reason']}>
          {disabledReason}
        </p>
      )}
      <Dialog opened={opened} onClose={close} title={texts.title} size="question">
        <DialogBody>
          <p>{texts.text}</p>
          <SelectField
            className={classes['format']}
            label={texts.format}
            value={format}
            disabled={running}
            options={[
              { value: 'csv', label: texts.csv },
              { value: 'xlsx', label: texts.xlsx },
            ]}
            onChange={setFormat}
          />
          {running && (
            <div className={classes['progress']}>
              {format === 'csv' && <ProgressBar label={texts.progress} value={progress.rows} max={progress.total} />}
              <p className={classes['counts']} role="status">
                <Counts progress={progress} format={format} />
              </p>
            </div>
          )}
        </DialogBody>
        <DialogFoot>
          <Button variant="default" onClick={close}>
            {texts.cancel}
          </Button>
          <ProgressButton sending={running} sendingLabel={texts.sending} onPress={() => start(format)}>
            {texts.confirm}
          </ProgressButton>
        </DialogFoot>
      </Dialog>
    </>
  );
}

/** How far the export is: rows of a text, kilobytes of a workbook, whose rows can't be counted on the way. */
function Counts({ progress, format }: { progress: ExportProgress; format: FileFormat }) {
  const texts = useTexts(exportTexts);
  if (progress.total === 0) return texts.starting;
  const total = groupThousands(progress.total);
  return format === 'csv'
    ? texts.counts(groupThousands(progress.rows), total)
    : texts.received(groupThousands(Math.ceil(progress.bytes / kilobyte)), total);
}
