import { useEffect, useRef } from 'react';

import { inSandbox } from '@/session/sandbox';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';

import type { OrderExport } from './export-queries';
import { finishedNow } from './export-rules';
import { exportTexts } from './export-texts';

/** Notifies when an export that was running in the list before is done. Its mail is sent at that moment; the sandbox has none. */
export function useSentNotice(list: readonly OrderExport[] | undefined): void {
  const texts = useTexts(exportTexts);
  const before = useRef<readonly OrderExport[] | undefined>(undefined);
  useEffect(() => {
    if (list && before.current && finishedNow(before.current, list)) {
      notifySuccess(inSandbox() ? texts.doneInSandbox : texts.sent);
    }
    if (list) before.current = list;
  }, [list, texts]);
}
