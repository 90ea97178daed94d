import { Button, Skeleton } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { Amount } from '@shared/format/amount';
import { useTexts } from '@shared/i18n/texts';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { ListNotice } from '@shared/state/list-notice';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { AmountCell, EmptyValue } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DataTable } from '@shared/table/data-table';
import { DateCell } from '@shared/table/date-cell';
import { Card, CardHead } from '@shared/ui/card';
import { Fact, Facts } from '@shared/ui/facts';
import { Note } from '@shared/ui/note';
import { StatusPill } from '@shared/ui/status-pill';

import classes from './clients.module.css';
import { daysOf } from './settlement-days';
import { type Period, type Settlement, settlementOptions } from './settlement-queries';
import { settlementTexts } from './settlement-texts';

const SettlementDialog = lazyDialog(async () => (await import('./settlement-dialog')).SettlementDialog);

/** How a client pays later: its limit, and the periods that are invoiced. */
export function ClientSettlement({ clientId }: { clientId: number }) {
  const texts = useTexts(settlementTexts);
  const load = useQuery(settlementOptions(clientId));
  const failure = useFailure(load);
  const [opened, setOpened] = useState(false);
  const { data, isFetching, refetch } = load;
  if (failure) {
    return <LoadFailed title={texts.failed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton height="20rem" />;
  const { settlement, periods } = data;
  return (
    <div className={classes['cards']}>
      <Card
        title={texts.title}
        state={
          settlement && (
            <StatusPill tone={settlement.active ? 'done' : 'cancelled'}>
              {settlement.active ? texts.active : texts.off}
            </StatusPill>
          )
        }
        action={
          <Button variant="default" onClick={() => setOpened(true)}>
            {settlement ? texts.change : texts.create}
          </Button>
        }
      >
        {settlement ? <SettlementFacts settlement={settlement} /> : <p className={classes['hint']}>{texts.none}</p>}
      </Card>
      {settlement && <Periods periods={periods} />}
      <SettlementDialog clientId={clientId} settlement={settlement} opened={opened} onClose={() => setOpened(false)} />
    </div>
  );
}

function SettlementFacts({ settlement }: { settlement: Settlement }) {
  const texts = useTexts(settlementTexts);
  const { limit, cap, used, left, days, terms, raises, blocked } = settlement;
  const amounts = { limit, cap, used, left };
  return (
    <>
      {blocked && <Note tone="warning">{texts.blocked}</Note>}
      <Facts>
        {(['limit', 'cap', 'used', 'left'] as const).map((name) => (
          <Fact key={name} name={texts.facts[name]}>
            <Amount value={amounts[name]} prefix="Rp" />
          </Fact>
        ))}
        <Fact name={texts.facts.days}>
          {daysOf(days)
            .map((day) => texts.dayNames[day])
            .join(', ')}
        </Fact>
        <Fact name={texts.facts.terms}>{texts.termDays(terms)}</Fact>
        <Fact name={texts.facts.raises}>{raises ? texts.yes : texts.no}</Fact>
      </Facts>
    </>
  );
}

function OpenWord() {
  return useTexts(settlementTexts).open;
}

const head = columnHead(settlementTexts, 'columns');

const columns: ListColumns<Period> = [
  { id: 'number', header: head('number'), cell: ({ number }) => number, look: { width: 6 } },
  {
    id: 'from',
    header: head('from'),
    cell: ({ from }) => <DateCell at={from} />,
    look: { width: 10, skeleton: 'two-lines' },
  },
  { id: 'to', header: head('to'), cell: ({ to }) => <DateCell at={to} />, look: { width: 10, skeleton: 'two-lines' } },
  {
    id: 'used',
    header: head('used'),
    cell: ({ used, open }) => (open ? <OpenWord /> : <AmountCell value={used} prefix="Rp" />),
    look: { width: 10, align: 'end' },
  },
  {
    id: 'credited',
    header: head('credited'),
    cell: ({ credited, open }) => (open ? <EmptyValue /> : <AmountCell value={credited} prefix="Rp" />),
    look: { width: 10, align: 'end' },
  },
  {
    id: 'invoice',
    header: head('invoice'),
    cell: ({ invoice, invoiceId, invoiceStatus }) =>
      invoice === '' ? (
        <EmptyValue />
      ) : (
        <Link to="/invoices" search={{ status: invoiceStatus, id: invoiceId }}>
          {invoice}
        </Link>
      ),
  },
];

function Periods({ periods }: { periods: readonly Period[] }) {
  const texts = useTexts(settlementTexts);
  return (
    <DataTable
      label={texts.periods}
      columns={columns}
      view={
        periods.length === 0
          ? { kind: 'notice', notice: <ListNotice icon={IconCalendar} title={texts.noPeriods} /> }
          : { kind: 'rows', rows: periods, waiting: false }
      }
      rowId={({ number }) => String(number)}
      lines={2}
      minWidth={58}
      head={<CardHead title={texts.periods} />}
    />
  );
}
