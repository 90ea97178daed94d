import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { api } from '@/api';
import { type FileFormat, fileTypes } from '@shared/api/file-answer';
import { unwrap } from '@shared/api/problem';
import { saveFile, wholeStream } from '@shared/api/read-stream';

import { exportName, type HistoryParams } from '../deposit-rules';

/** The longest time of an export, in milliseconds (docs/product/deposits.md#exports). */
const exportTimeout = 240_000;

const lineEnd = 10;

/** How far an export is. */
export interface ExportProgress {
  rows: number;
  /** The rows of the file; 0 while it is unknown. */
  total: number;
  bytes: number;
}

const nothingYet: ExportProgress = { rows: 0, total: 0, bytes: 0 };

/**
 * Downloads the history of a filter as a file, with progress. It can be cancelled, and leaving the page cancels it. A
 * failure is reported and not shown.
 */
export function useExport(filter: HistoryParams, onSaved: () => void) {
  const [progress, setProgress] = useState(nothingYet);
  const running = useRef<AbortController>(null);
  const cancel = () => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);
  const { mutate, isPending } = useMutation({
    mutationKey: ['deposits', 'export'],
    mutationFn: async (format: FileFormat) => {
      const controller = new AbortController();
      running.current = controller;
      setProgress(nothingYet);
      const { page: _page, before: _before, after: _after, ...filters } = filter;
      const signal = AbortSignal.any([controller.signal, AbortSignal.timeout(exportTimeout)]);
      const call = api.main.POST('/v1/depositevents/export', {
        body: { ...filters, filterType: 'period', format },
        parseAs: 'stream',
        signal,
      });
      const stream = await unwrap(call);
      const total = Number((await call).response.headers.get('Loket-Rows'));
      // The head is the first line. Rows can be counted in text alone.
      let rows = -1;
      let bytes = 0;
      const parts = await wholeStream(stream, (part) => {
        if (format === 'csv') for (const byte of part) if (byte === lineEnd) rows += 1;
        bytes += part.length;
        setProgress({ rows: Math.max(0, rows), total, bytes });
      });
      saveFile(parts, fileTypes[format], `${exportName(new Date())}.${format}`);
    },
    onSuccess: onSaved,
    meta: { inPlace: true, reportAll: true },
  });
  return { start: mutate, cancel, running: isPending, progress };
}
