import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';

import { useLiveState } from '@shared/live/live';
import { useLiveQueries } from '@shared/live/use-live-queries';

import { type LineRow, linesPerPage, rowsOf } from '../detail/detail-rules';
import {
  linesOptions,
  progressOptions,
  scheduledDetailOptions,
  type ScheduledDetail,
  type ScheduledOrder,
  scheduledKeys,
} from '../list-queries';
import { isRunning } from '../list/scheduled-rules';

/** The interval of loads while an order runs, in milliseconds: without the event stream, and beside it. */
const polling = { alone: 1000, besideStream: 5000 };

/** The least time between two loads because of the event stream, in milliseconds. */
const liveGap = 500;

interface WatchedOrder {
  /** Undefined until it is loaded. */
  order: ScheduledOrder | undefined;
  rows: LineRow[] | undefined;
  /** When the counts were loaded, in milliseconds. */
  loadedAt: number;
  load: UseQueryResult<ScheduledDetail>;
}

/**
 * Loads a scheduled order with all its lines once, and follows its counts and the lines of the open page while it is
 * active. It is loaded once more when it ends.
 */
export function useScheduledOrder(id: string, row: ScheduledOrder | undefined, page: number): WatchedOrder {
  const client = useQueryClient();
  const stream = useLiveState();
  const detail = useQuery(scheduledDetailOptions(id));
  const active = detail.data?.status === 'scheduled' || detail.data?.status === 'draft';
  const interval = stream === 'live' ? polling.besideStream : polling.alone;
  const progress = useQuery({
    ...progressOptions(id),
    enabled: active,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? interval : polling.besideStream),
  });
  const now = active ? progress.data : undefined;
  const order = useMemo(() => (detail.data ? { ...detail.data, ...now } : row), [detail.data, now, row]);
  const running = order !== undefined && isRunning(order);
  const first = (page - 1) * linesPerPage + 1;
  const lines = useQuery({
    ...linesOptions(id, first, linesPerPage),
    enabled: running,
    refetchInterval: running ? interval : false,
  });
  const keys = useMemo(() => [scheduledKeys.progress(id), scheduledKeys.linesOf(id)], [id]);
  useLiveQueries('scheduled-orders', keys, liveGap);

  const ended = active && now !== undefined && now.status !== detail.data?.status;
  useEffect(() => {
    if (ended) void client.invalidateQueries({ queryKey: scheduledKeys.detail(id) });
  }, [ended, client, id]);
  const rows = running && lines.data ? lines.data : detail.data && rowsOf(detail.data, page);
  return { order, rows, loadedAt: now ? progress.dataUpdatedAt : detail.dataUpdatedAt, load: detail };
}
