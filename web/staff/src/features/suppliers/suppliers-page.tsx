import { Button } from '@mantine/core';
import { IconTruckDelivery } from '@tabler/icons-react';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createContext, use, useState } from 'react';

import { permission } from '@/session/permissions';
import { stateTones } from '@/suppliers/supplier-state';
import { supplierStateTexts } from '@/suppliers/supplier-state-texts';
import { Page } from '@shared/app/page';
import { useZones } from '@shared/format/display-zone';
import { formatDateTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { ListNotice } from '@shared/state/list-notice';
import { AmountCell, EmptyValue, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DataTable } from '@shared/table/data-table';
import { DateCell } from '@shared/table/date-cell';
import { useList } from '@shared/table/use-list';
import { StatusPill } from '@shared/ui/status-pill';

import { exclusionsOptions } from './exclusion-queries';
import { ExclusionsCard } from './exclusions-card';
import { type Supplier, suppliersOptions } from './supplier-queries';
import { supplierTexts } from './supplier-texts';
import classes from './suppliers.module.css';

const SwitchDialog = lazyDialog(async () => (await import('./switch-dialog')).SwitchDialog);

const tableWidth = 60;
const fewRows = 4;

const AskContext = createContext<(supplier: Supplier) => void>(() => undefined);

/** The suppliers, whether they answer, and what staff switched off. */
export function SuppliersPage() {
  const texts = useTexts(supplierTexts);
  return (
    <Page title={texts.title} note={texts.timesIn(useZones().label)} needs={{ permission: permission.suppliers }}>
      <Suppliers />
    </Page>
  );
}

function State({ supplier }: { supplier: Supplier }) {
  const texts = useTexts(supplierTexts);
  const states = useTexts(supplierStateTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const { state, purchases, inquiries, until } = supplier;
  const captions = [
    purchases && !inquiries ? texts.noInquiries : '',
    until === null ? '' : texts.until(formatDateTime(until, shown, language)),
  ];
  return (
    <TwoLines caption={captions.filter((one) => one !== '').join(' · ')}>
      <StatusPill tone={stateTones[state]}>{states[state]}</StatusPill>
    </TwoLines>
  );
}

function Balance({ supplier: { balance } }: { supplier: Supplier }) {
  const texts = useTexts(supplierStateTexts);
  const { amount, hours } = balance;
  if (amount === null) return <EmptyValue />;
  return (
    <TwoLines caption={hours === null ? undefined : texts.lasts(hours)}>
      <AmountCell value={amount} prefix="Rp" />
    </TwoLines>
  );
}

function LastSwitch({ supplier }: { supplier: Supplier }) {
  const language = useLanguage();
  const { shown } = useZones();
  const { changedAt, changedBy, reason } = supplier;
  if (changedAt === null) return <EmptyValue />;
  return <TwoLines caption={`${changedBy} · ${formatDateTime(changedAt, shown, language)}`}>{reason}</TwoLines>;
}

function SwitchButton({ supplier }: { supplier: Supplier }) {
  const texts = useTexts(supplierTexts);
  const ask = use(AskContext);
  return (
    <Button variant="default" size="sm" aria-label={texts.switchNamed(supplier.code)} onClick={() => ask(supplier)}>
      {texts.switch}
    </Button>
  );
}

const head = columnHead(supplierTexts, 'columns');

const columns: ListColumns<Supplier> = [
  {
    id: 'code',
    header: head('code'),
    cell: ({ code }) => (
      <Link to="/suppliers/$code" params={{ code }}>
        {code}
      </Link>
    ),
    look: { width: 9, skeleton: 'line' },
  },
  {
    id: 'state',
    header: head('state'),
    cell: (supplier) => <State supplier={supplier} />,
    look: { width: 12, skeleton: 'pill' },
  },
  {
    id: 'balance',
    header: head('balance'),
    cell: (supplier) => <Balance supplier={supplier} />,
    look: { width: 11, align: 'end', skeleton: 'two-lines' },
  },
  {
    id: 'inFlight',
    header: head('inFlight'),
    cell: ({ inFlight }) => inFlight,
    look: { width: 6, align: 'end', skeleton: 'line' },
  },
  {
    id: 'lastAnswerAt',
    header: head('lastAnswerAt'),
    cell: ({ lastAnswerAt }) => (lastAnswerAt === null ? <EmptyValue /> : <DateCell at={lastAnswerAt} />),
    look: { width: 9, skeleton: 'two-lines' },
  },
  {
    id: 'change',
    header: head('change'),
    cell: (supplier) => <LastSwitch supplier={supplier} />,
    look: { skeleton: 'two-lines' },
  },
  {
    id: 'action',
    header: head('action'),
    cell: (supplier) => <SwitchButton supplier={supplier} />,
    look: { width: 7, align: 'end', skeleton: 'line', phone: 'end' },
  },
];

function Suppliers() {
  const texts = useTexts(supplierTexts);
  const load = useQuery(suppliersOptions());
  usePrefetchQuery(exclusionsOptions());
  const { view } = useList(load, load.data, {
    failed: texts.failed,
    empty: <ListNotice icon={IconTruckDelivery} title={texts.none} />,
  });
  const [editedSupplier, setEditedSupplier] = useState<Supplier>();
  return (
    <AskContext value={setEditedSupplier}>
      <DataTable
        label={texts.title}
        columns={columns}
        view={view}
        rowId={({ code }) => code}
        lines={2}
        skeletonRows={fewRows}
        minWidth={tableWidth}
      />
      <SwitchDialog supplier={editedSupplier} onClose={() => setEditedSupplier(undefined)} />
      {/* The list above it grows when it is loaded, and would push it down. */}
      {load.isPending ? null : (
        <div className={classes['below']}>
          <ExclusionsCard />
        </div>
      )}
    </AskContext>
  );
}
