import { Skeleton } from '@mantine/core';
import { useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogFoot } from '@shared/overlay/dialog-parts';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { Tag } from '@shared/ui/tag';

import type { LineFilter, ScheduledOrder } from '../scheduled-order-queries';
import { ScheduledPill } from '../list/scheduled-columns';
import { RunProgress } from '../progress/run-progress';
import { useScheduledOrder } from '../progress/use-scheduled-order';
import { ChosenLines } from './chosen-lines';
import { pagesOf } from './detail-rules';
import { scheduledDetailTexts } from './scheduled-detail-texts';
import classes from './detail.module.css';
import { OrderActions } from './scheduled-actions';
import { OrderFacts } from './scheduled-facts';
import { LineFilters } from './line-filters';
import { LinePager, OrderLines } from './order-lines';
import { OrderRemarks } from './order-remarks';
import { SeriesRuns } from './series-runs';

interface ScheduledDialogProps {
  opened: boolean;
  id: string;
  /** The order as the list has it, shown until its detail is loaded. */
  row: ScheduledOrder | undefined;
  /** Opens the detail of another scheduled order. */
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** The detail of a scheduled order: how far it is, what it pays, and each of its lines. */
export function ScheduledDialog({ opened, id, row, onOpen, onClose }: ScheduledDialogProps) {
  const texts = useTexts(scheduledDetailTexts);
  const [requestedPage, setPage] = useState(1);
  const [filter, setFilter] = useState<LineFilter>({});
  const [selection, setSelection] = useState<ReadonlySet<number>>(new Set());
  const { order, rows, total, waiting, loadedAt, load, lines } = useScheduledOrder(id, row, requestedPage, filter);
  const failure = useFailure(load);
  const linesFailure = useFailure(lines);
  const page = Math.min(requestedPage, pagesOf(total));
  function toggle(line: number) {
    const next = new Set(selection);
    if (!next.delete(line)) next.add(line);
    setSelection(next);
  }
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={order?.name ?? texts.title}
      tag={order && <OrderTag order={order} />}
      size="list"
    >
      {failure !== null && (
        <DialogBody>
          <LoadFailed
            title={texts.failed}
            error={failure}
            retrying={load.isFetching}
            onRetry={() => void load.refetch()}
          />
        </DialogBody>
      )}
      {failure === null && !order && (
        <DialogBody>
          <Skeleton height="24rem" />
        </DialogBody>
      )}
      {failure === null && order && (
        <>
          <div className={classes['part']}>
            <RunProgress order={order} loadedAt={loadedAt} />
          </div>
          <div className={classes['part']}>
            <OrderRemarks order={order} onOpen={onOpen} />
            <OrderFacts order={order} />
            <SeriesRuns order={order} onOpen={onOpen} />
          </div>
          <LineFilters
            filter={filter}
            onFilter={(next) => {
              setFilter(next);
              setPage(1);
            }}
          />
          <ChosenLines value={{ selection, toggle }}>
            {rows === undefined && linesFailure !== null ? (
              <LoadFailed
                title={texts.linesFailed}
                error={linesFailure}
                retrying={lines.isFetching}
                onRetry={() => void lines.refetch()}
              />
            ) : (
              <OrderLines rows={rows} quantity={total} waiting={waiting} />
            )}
          </ChosenLines>
          <DialogFoot>
            <LinePager page={page} quantity={total} onPage={setPage} />
            <div className={classes['actions']}>
              <OrderActions order={order} selection={selection} onOpen={onOpen} />
            </div>
          </DialogFoot>
        </>
      )}
    </Dialog>
  );
}

/** The state, and what the order waits for. */
function OrderTag({ order }: { order: ScheduledOrder }) {
  const { waits } = useTexts(scheduledDetailTexts);
  return (
    <>
      <ScheduledPill order={order} />
      {order.waitsFor !== null && <Tag>{waits[order.waitsFor]}</Tag>}
    </>
  );
}
