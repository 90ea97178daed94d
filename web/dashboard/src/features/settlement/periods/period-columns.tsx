import { Button } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { useZones } from '@shared/format/display-zone';
import { useToday } from '@shared/format/use-today';
import { useTexts } from '@shared/i18n/texts';
import { AmountCell, EmptyValue } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { StatusPill } from '@shared/ui/status-pill';
import { Tag } from '@shared/ui/tag';

import type { Period } from '../settlement-queries';
import { isOngoing, weekdaysOf } from '../settlement-rules';
import classes from '../settlement.module.css';
import { usePeriodName } from './period-name';
import { periodTexts } from './period-texts';

export function PeriodName({ period }: { period: Period }) {
  return usePeriodName(period);
}

/** Ongoing or Passed. */
export function PeriodState({ period }: { period: Period }) {
  const { states } = useTexts(periodTexts);
  const zones = useZones();
  const today = useToday(zones.client);
  return isOngoing(period, zones.client, today) ? (
    <StatusPill tone="running">{states.ongoing}</StatusPill>
  ) : (
    <span className={classes['passed']}>
      <IconHistory aria-hidden />
      {states.passed}
    </span>
  );
}

/** The days on which periods end, as tags. */
export function PeriodDays({ period }: { period: Period }) {
  const { weekdays } = useTexts(periodTexts);
  return (
    <span className={classes['tags']}>
      {weekdaysOf(period.days).map((day) => (
        <Tag key={day}>{weekdays[day]}</Tag>
      ))}
    </span>
  );
}

/** The invoices of a period, each a link to its file. */
export function PeriodInvoices({ period }: { period: Period }) {
  const texts = useTexts(periodTexts);
  if (period.invoices.length === 0) return <EmptyValue />;
  return (
    <span className={classes['tags']}>
      {period.invoices.map(({ id, invoice_no: number, invoice_file: file }) => (
        <a
          key={id}
          className={classes['invoice']}
          href={file}
          target="_blank"
          rel="noreferrer"
          aria-label={texts.download(number)}
        >
          {number}
          <IconDownload aria-hidden />
        </a>
      ))}
    </span>
  );
}

/** Leads to the history of a period. */
export function EventButton({ period }: { period: Period }) {
  const texts = useTexts(periodTexts);
  const name = usePeriodName(period);
  const target = {
    to: '/settlement/$id/periods/$periodId',
    params: { id: period.settlement_id, periodId: period.id },
  } as const;
  return (
    <Button
      variant="default"
      size="sm"
      aria-label={texts.eventsOf(name)}
      renderRoot={(props) => <Link {...props} {...target} />}
    >
      {texts.event}
    </Button>
  );
}

const head = columnHead(periodTexts, 'columns');

/** The columns of the periods. */
export const periodColumns: ListColumns<Period> = [
  {
    id: 'period',
    header: head('period'),
    cell: (row) => <PeriodName period={row} />,
    look: { width: 13, minWidth: 11, skeleton: 'line' },
  },
  {
    id: 'status',
    header: head('status'),
    cell: (row) => <PeriodState period={row} />,
    look: { width: 7.5, minWidth: 7, skeleton: 'pill' },
  },
  {
    id: 'days',
    header: head('days'),
    cell: (row) => <PeriodDays period={row} />,
    look: { width: 8, minWidth: 7, skeleton: 'line' },
  },
  {
    id: 'invoices',
    header: head('invoices'),
    cell: (row) => <PeriodInvoices period={row} />,
    look: { skeleton: 'line' },
  },
  {
    id: 'limit',
    header: head('limit'),
    cell: (row) => <AmountCell value={row.limit} prefix="Rp" />,
    look: { width: 9.5, minWidth: 8.5, align: 'end', skeleton: 'line' },
  },
  {
    id: 'maxLimit',
    header: head('maxLimit'),
    cell: (row) => <AmountCell value={row.max_limit} prefix="Rp" />,
    look: { width: 9.5, minWidth: 8.5, align: 'end', skeleton: 'line' },
  },
  {
    id: 'event',
    header: head('event'),
    cell: (row) => <EventButton period={row} />,
    look: { width: 7, minWidth: 6.5, align: 'end', skeleton: 'icon' },
  },
];
