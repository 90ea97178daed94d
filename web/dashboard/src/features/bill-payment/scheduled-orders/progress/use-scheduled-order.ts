import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';

import { useLiveState } from '@shared/live/live';
import { useLiveQueries } from '@shared/live/use-live-queries';

import { hasOpenLines, type LineRow, linesPerPage, rowsOf } from '../detail/detail-rules';
import {
  type Line,
  type LineFilter,
  linesOptions,
  progressOptions,
  scheduledDetailOptions,
  type ScheduledDetail,
  type ScheduledOrder,
  scheduledKeys,
} from '../scheduled-order-queries';
import { isRunning } from '../list/scheduled-rules';

/** The interval of loads while an order runs, in milliseconds: without the event stream, and beside it. */
const polling = { alone: 1000, besideStream: 5000 };

/** The least time between two loads because of the event stream, in milliseconds. */
const liveGap = 500;

/** Whether lines of an order change by themselves: it runs, or what was sent before a cancel ends. */
function isMoving(order: Pick<ScheduledOrder, 'status' | 'executedAt' | 'counts'>): boolean {
  return isRunning(order) || (order.status === 'canceled' && hasOpenLines(order.counts));
}

interface WatchedOrder {
  /** Undefined until it is loaded. */
  order: ScheduledOrder | undefined;
  rows: LineRow[] | undefined;
  /** How many lines the filter selects. */
  total: number;
  /** The rows are those of the filter before. */
  waiting: boolean;
  /** When the counts were loaded, in milliseconds. */
  loadedAt: number;
  load: UseQueryResult<ScheduledDetail>;
  /** The load of a page of lines, on which the rows of a filter depend. */
  lines: UseQueryResult<{ data: Line[] }>;
}

/**
 * Loads a scheduled order with all its lines once, and follows its counts and the lines of the open page while it is
 * active. It is loaded once more when it ends.
 */
export function useScheduledOrder(
  id: string,
  row: ScheduledOrder | undefined,
  page: number,
  filter: LineFilter,
): WatchedOrder {
  const client = useQueryClient();
  const stream = useLiveState();
  const detail = useQuery(scheduledDetailOptions(id));
  const isOpen = detail.data?.status === 'scheduled' || detail.data?.status === 'draft';
  // What was sent before a cancel still ends.
  const active = isOpen || (detail.data?.status === 'canceled' && hasOpenLines(detail.data.counts));
  const interval = stream === 'live' ? polling.besideStream : polling.alone;
  const progress = useQuery({
    ...progressOptions(id),
    enabled: active,
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? interval : polling.besideStream),
  });
  const now = active ? progress.data : undefined;
  const order = useMemo(() => (detail.data ? { ...detail.data, ...now } : row), [detail.data, now, row]);
  const running = order !== undefined && active && isMoving(order);
  const isFiltered = filter.status !== undefined || filter.search !== undefined;
  const lines = useQuery({
    ...linesOptions(id, page, linesPerPage, filter),
    enabled: running || isFiltered,
    refetchInterval: running ? interval : false,
  });
  const keys = useMemo(() => [scheduledKeys.progress(id), scheduledKeys.linesOf(id)], [id]);
  useLiveQueries(['scheduled-orders'], keys, liveGap);

  const hasStopped = now !== undefined && now.status === 'canceled' && !hasOpenLines(now.counts);
  const ended = active && now !== undefined && (now.status !== detail.data?.status || hasStopped);
  useEffect(() => {
    if (ended) void client.invalidateQueries({ queryKey: scheduledKeys.detail(id) });
  }, [ended, client, id]);
  const all = detail.data && rowsOf(detail.data, page);
  return {
    order,
    rows: isFiltered ? lines.data?.data : running && lines.data && !lines.isPlaceholderData ? lines.data.data : all,
    total: isFiltered ? (lines.data?.total ?? 0) : (order?.quantity ?? 0),
    waiting: isFiltered && lines.isPlaceholderData,
    loadedAt: now ? progress.dataUpdatedAt : detail.dataUpdatedAt,
    load: detail,
    lines,
  };
}
