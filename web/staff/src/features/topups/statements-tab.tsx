import { Button } from '@mantine/core';
import { IconFileImport, IconScale } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { formatDay } from '@shared/format/calendar-day';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { ListNotice } from '@shared/state/list-notice';
import { AmountCell, ReferenceCell, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DataTable } from '@shared/table/data-table';
import { useList } from '@shared/table/use-list';

import { type Difference, differencesOptions } from './statement-queries';
import { statementTexts } from './statement-texts';
import classes from './topups.module.css';

const StatementDialog = lazyDialog(async () => (await import('./statement-dialog')).StatementDialog);

const head = columnHead(statementTexts, 'columns');

const columns: ListColumns<Difference> = [
  { id: 'day', header: head('day'), cell: ({ day }) => <DayCell day={day} />, look: { width: 9 } },
  {
    id: 'account',
    header: head('account'),
    cell: (difference) => <AccountCell difference={difference} />,
    look: { width: 12, skeleton: 'two-lines' },
  },
  { id: 'kind', header: head('kind'), cell: ({ kind }) => <KindCell kind={kind} />, look: { phone: 'plain' } },
  {
    id: 'amount',
    header: head('amount'),
    cell: ({ amount }) => <AmountCell value={amount} prefix="Rp" />,
    look: { width: 10, align: 'end', phone: 'end' },
  },
  { id: 'where', header: head('where'), cell: ({ where }) => <ReferenceCell value={where} />, look: { width: 16 } },
];

function DayCell({ day }: { day: string }) {
  return formatDay(day, useLanguage());
}

function AccountCell({ difference: { bank, accountNo } }: { difference: Difference }) {
  const texts = useTexts(statementTexts);
  return <TwoLines caption={accountNo === '' ? texts.virtual : accountNo}>{bank}</TwoLines>;
}

function KindCell({ kind }: { kind: Difference['kind'] }) {
  return useTexts(statementTexts).kinds[kind];
}

/** What differs between the statements of our accounts and what banks reported, and the import of a statement. */
export function StatementsTab() {
  const texts = useTexts(statementTexts);
  const load = useQuery(differencesOptions());
  const { view } = useList(load, load.data, {
    failed: texts.failed,
    empty: (
      <ListNotice icon={IconScale} title={texts.none}>
        {texts.noneText}
      </ListNotice>
    ),
  });
  const [importing, setImporting] = useState(false);
  return (
    <div className={classes['page']}>
      <div className={classes['bar']}>
        <p className={classes['hint']}>{texts.hint}</p>
        <Button leftSection={<IconFileImport aria-hidden />} onClick={() => setImporting(true)}>
          {texts.import}
        </Button>
      </div>
      <DataTable
        label={texts.table}
        columns={columns}
        view={view}
        rowId={({ kind, day, bank, accountNo, where }) => [kind, day, bank, accountNo, where].join(' ')}
        lines={2}
        skeletonRows={3}
        minWidth={60}
      />
      <StatementDialog opened={importing} onClose={() => setImporting(false)} />
    </div>
  );
}
