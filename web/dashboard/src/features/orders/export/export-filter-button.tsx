import { IconFileExport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { notifyError } from '@shared/notify/notify';
import { useIsNarrow } from '@shared/ui/use-is-narrow';
import { ProgressButton } from '@shared/ui/progress-button';

import type { SumsParams } from '../order-rules';
import { exportsOptions } from './export-queries';
import { exportTexts } from './export-texts';
import { useSentNotice } from './use-sent-notice';
import { useStartExport } from './use-start-export';

/** Exports the orders of a filter, and notifies when the export has ended. */
export function ExportFilterButton({ filter }: { filter: SumsParams }) {
  const texts = useTexts(exportTexts);
  const narrow = useIsNarrow();
  const start = useStartExport();
  const started = start.data?.id;
  // The list of exports is loaded only after this button has started one.
  const { data: list } = useQuery({ ...exportsOptions(), enabled: started !== undefined });
  useSentNotice(list);
  const status = list?.find(({ id }) => id === started)?.status;
  useEffect(() => {
    if (status === 'failed') return notifyError({ title: texts.failedTitle, text: texts.failedHint });
    return undefined;
  }, [status, texts]);
  return (
    <ProgressButton
      variant="default"
      size={narrow ? 'lg' : 'sm'}
      leftSection={<IconFileExport aria-hidden />}
      sending={start.isPending || status === 'running'}
      sendingLabel={texts.exporting}
      onPress={() => start.mutate(filter)}
    >
      {texts.exportThese}
    </ProgressButton>
  );
}
