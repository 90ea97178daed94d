import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { api } from '@/api';
import { ApiProblem, noAnswer, unwrap } from '@shared/api/problem';
import { readStream, saveFile } from '@shared/api/read-stream';

import { exportName, type HistoryParams } from '../deposit-rules';

/** The longest time of an export, in milliseconds (specification 2, section 7). */
const exportTimeout = 240_000;

const lineEnd = 10;
const csvType = 'text/csv';

/** How far an export is. */
interface ExportProgress {
  rows: number;
  /** The rows of the file; 0 while it is unknown. */
  total: number;
}

const nothingYet: ExportProgress = { rows: 0, total: 0 };

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
    mutationFn: async () => {
      const own = new AbortController();
      running.current = own;
      setProgress(nothingYet);
      const { page: _page, before: _before, after: _after, ...filters } = filter;
      const signal = AbortSignal.any([own.signal, AbortSignal.timeout(exportTimeout)]);
      const call = api.main.POST('/v1/depositevents/export', {
        body: { ...filters, filterType: 'period' },
        parseAs: 'stream',
        signal,
      });
      const stream = await unwrap(call);
      const total = Number((await call).response.headers.get('Loket-Rows'));
      // The head is the first line.
      let rows = -1;
      const parts = await wholeStream(stream, (part) => {
        for (const byte of part) if (byte === lineEnd) rows += 1;
        setProgress({ rows: Math.max(0, rows), total });
      });
      saveFile(parts, csvType, `${exportName(new Date())}.csv`);
    },
    onSuccess: onSaved,
    meta: { inPlace: true, reportNoAnswer: true },
  });
  return { start: () => mutate(), cancel, running: isPending, progress };
}

/** Reads a stream. A connection that ends early is a call without an answer, a cancellation stays one. */
async function wholeStream(...[stream, onPart]: Parameters<typeof readStream>) {
  try {
    return await readStream(stream, onPart);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiProblem({ status: noAnswer, cause: error });
  }
}
