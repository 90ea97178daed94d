import { Button } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { Amount } from '@shared/format/amount';
import { useZones } from '@shared/format/display-zone';
import { formatLongDateTime } from '@shared/format/local-time';
import { groupThousands } from '@shared/format/rupiah';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { AmountCell, EmptyValue, Shortened, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { StatusPill } from '@shared/ui/status-pill';
import { useHasPermission } from '@/session/current-user';
import { permission } from '@/session/permissions';

import type { ScheduledOrder } from '../scheduled-order-queries';
import { allFailed, endedOf, isRunning, toneOf } from './scheduled-rules';
import { scheduledSearchSchema } from './scheduled-search';
import { scheduledTexts } from './scheduled-texts';
import classes from './scheduled-list.module.css';

/** The number of destinations, in words, and which order a retry tries again: both have the same name. */
export function Quantity({ order }: { order: ScheduledOrder }) {
  const texts = useTexts(scheduledTexts);
  const { quantity, retryOf } = order;
  const numbers = quantity === 1 ? texts.oneNumber : texts.quantity(groupThousands(quantity));
  return retryOf === null ? numbers : `${numbers} · ${texts.retryOf(retryOf)}`;
}

/** When an order runs, and whether it comes again each month. */
export function ScheduledAt({ order }: { order: ScheduledOrder }) {
  const texts = useTexts(scheduledTexts);
  const language = useLanguage();
  const { shown } = useZones();
  return (
    <span className={classes['when']}>
      <time dateTime={order.scheduledAt}>{formatLongDateTime(order.scheduledAt, shown, language)}</time>
      {order.interval === 'monthly' && (
        <span className={classes['repeat']}>
          <IconRepeat aria-hidden />
          {texts.monthly}
        </span>
      )}
    </span>
  );
}

/** The state as a pill. */
export function ScheduledPill({ order }: { order: Pick<ScheduledOrder, 'status' | 'counts'> }) {
  const texts = useTexts(scheduledTexts);
  return <StatusPill tone={toneOf(order)}>{texts.status[order.status]}</StatusPill>;
}

/** What an order waits for, or how far it is. */
export function StatusNote({ order }: { order: ScheduledOrder }) {
  const texts = useTexts(scheduledTexts);
  if (order.waitsFor !== null) return texts.waits[order.waitsFor];
  if (order.waitsForMoney) return texts.waitsForMoney;
  if (isRunning(order)) return texts.doneOf(groupThousands(endedOf(order.counts)), groupThousands(order.counts.total));
  if (order.moneyEnded > 0) return texts.moneyEnded;
  if (allFailed(order)) return texts.allFailed;
  const failed = order.counts.failed + order.counts.error;
  return failed > 0 ? texts.failedLines(groupThousands(failed)) : null;
}

/** The estimated total, or a dash for bills. */
export function EstimatedTotal({ value }: { value: number | null }) {
  return value === null ? <EmptyValue /> : <Amount value={value} />;
}

/** Opens the detail of an order above the list. */
export function DetailLink({ order }: { order: ScheduledOrder }) {
  const texts = useTexts(scheduledTexts);
  if (!useHasPermission(permission.scheduledOrderGet)) {
    return (
      <Button variant="default" size="sm" disabled aria-label={texts.detailOf(order.name)} title={texts.noPermission}>
        {texts.detail}
      </Button>
    );
  }
  return (
    <Button
      variant="default"
      size="sm"
      aria-label={texts.detailOf(order.name)}
      aria-haspopup="dialog"
      renderRoot={(props) => (
        <Link
          {...props}
          to="/bill-payment/order-history"
          search={(now) => ({ ...scheduledSearchSchema.parse(now), order: order.id })}
          resetScroll={false}
        />
      )}
    >
      {texts.detail}
    </Button>
  );
}

const head = columnHead(scheduledTexts, 'columns');

/** The columns of the scheduled orders. */
export const scheduledColumns: ListColumns<ScheduledOrder> = [
  {
    id: 'name',
    header: head('name'),
    cell: (row) => (
      <TwoLines caption={<Quantity order={row} />}>
        <Shortened>{row.name}</Shortened>
      </TwoLines>
    ),
    look: { skeleton: 'two-lines' },
  },
  {
    id: 'product',
    header: head('product'),
    cell: (row) => (
      <TwoLines caption={row.productCode}>
        <Shortened>{row.productName}</Shortened>
      </TwoLines>
    ),
    look: { width: 16, minWidth: 11, skeleton: 'two-lines' },
  },
  {
    id: 'scheduledAt',
    header: head('scheduledAt'),
    cell: (row) => <ScheduledAt order={row} />,
    look: { width: 16.5, minWidth: 11.5, skeleton: 'two-lines' },
  },
  {
    id: 'total',
    header: head('total'),
    cell: (row) => (row.estimatedPrice === null ? <EmptyValue /> : <AmountCell value={row.estimatedPrice} />),
    look: { width: 9.5, minWidth: 8, align: 'end', skeleton: 'line' },
  },
  {
    id: 'status',
    header: head('status'),
    cell: (row) => (
      <TwoLines caption={<StatusNote order={row} />}>
        <ScheduledPill order={row} />
      </TwoLines>
    ),
    look: { width: 12, minWidth: 10, skeleton: 'pill' },
  },
  {
    id: 'action',
    header: head('action'),
    cell: (row) => <DetailLink order={row} />,
    look: { width: 6.5, align: 'end', skeleton: 'icon' },
  },
];
