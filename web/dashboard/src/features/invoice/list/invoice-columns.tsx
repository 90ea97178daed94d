import { IconDownload, IconEye } from '@tabler/icons-react';

import { type Day, formatDay, todayIn } from '@shared/format/calendar-day';
import { useZones } from '@shared/format/display-zone';
import { inSandbox } from '@/session/sandbox';
import { useToday } from '@shared/format/use-today';
import { formatRupiah } from '@shared/format/rupiah';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { ActionCell, AmountCell, EmptyValue, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { StatusPill } from '@shared/ui/status-pill';

import type { Invoice } from '../invoice-queries';
import { daysUntilDue, isOpen, stateOf, stateTones, transactionDay } from '../invoice-rules';
import { invoiceTexts } from '../invoice-texts';
import { InvoiceLink } from './invoice-link';
import classes from './invoice-list.module.css';

function NumberCell({ invoice }: { invoice: Invoice }) {
  const texts = useTexts(invoiceTexts);
  return (
    <TwoLines caption={texts.types[invoice.type]}>
      <span className={classes['number']}>{invoice.invoice_no}</span>
    </TwoLines>
  );
}

/** The day of a time, in the client's zone. */
function MomentDay({ at }: { at: string }) {
  const zones = useZones();
  return <DayText day={todayIn(zones.client, new Date(at))} />;
}

function TransactionDay({ invoice }: { invoice: Invoice }) {
  return <DayText day={transactionDay(invoice, useZones().client)} />;
}

/** A day, or a dash. */
export function DayText({ day }: { day: Day }) {
  const language = useLanguage();
  return day === '' ? <EmptyValue /> : <time dateTime={day}>{formatDay(day, language)}</time>;
}

/** The due day of an invoice, and how far away it is while the invoice is not paid. */
function DueCell({ invoice }: { invoice: Invoice }) {
  return (
    <TwoLines caption={<DueIn invoice={invoice} />}>
      <DayText day={invoice.dueDate} />
    </TwoLines>
  );
}

/** 'in 9 days', while the invoice is not paid. */
export function DueIn({ invoice }: { invoice: Invoice }) {
  const texts = useTexts(invoiceTexts);
  const zones = useZones();
  const days = daysUntilDue(invoice, useToday(zones.client));
  // The sandbox has a clock of its own.
  if (days === null || inSandbox()) return null;
  return (
    <span data-overdue={days < 0 || undefined} className={classes['due']}>
      {texts.due(days)}
    </span>
  );
}

/** What is left to pay while the invoice is open, with the amount that it had; else the amount. */
export function LeftToPay({ invoice }: { invoice: Invoice }) {
  const texts = useTexts(invoiceTexts);
  const lowered = isOpen(invoice) && invoice.outstanding !== invoice.amount;
  if (!lowered) return <AmountCell value={invoice.amount} prefix="Rp" />;
  return (
    <TwoLines caption={texts.leftOf(formatRupiah(invoice.amount, 'Rp'))}>
      <AmountCell value={invoice.outstanding} prefix="Rp" />
    </TwoLines>
  );
}

/** The tag of an invoice. */
export function StateCell({ invoice }: { invoice: Pick<Invoice, 'status' | 'payment_confirm_file'> }) {
  const texts = useTexts(invoiceTexts);
  const state = stateOf(invoice);
  return <StatusPill tone={stateTones[state]}>{texts.states[state]}</StatusPill>;
}

/** The buttons of a row: the invoice's file, and its detail. */
export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const texts = useTexts(invoiceTexts);
  const { invoice_no: number, invoice_file: file } = invoice;
  return (
    <ActionCell>
      <a className={classes['action']} href={file} target="_blank" rel="noreferrer" aria-label={texts.download(number)}>
        <IconDownload aria-hidden />
      </a>
      <InvoiceLink className={classes['action']} invoice={invoice.id} label={texts.open(number)}>
        <IconEye aria-hidden />
      </InvoiceLink>
    </ActionCell>
  );
}

const head = columnHead(invoiceTexts, 'columns');

/** The columns of the invoices. */
export const invoiceColumns: ListColumns<Invoice> = [
  {
    id: 'number',
    header: head('number'),
    cell: (row) => <NumberCell invoice={row} />,
    look: { skeleton: 'two-lines' },
  },
  {
    id: 'transactionDate',
    header: head('transactionDate'),
    cell: (row) => <TransactionDay invoice={row} />,
    look: { width: 9, minWidth: 7.5, skeleton: 'line' },
  },
  {
    id: 'sentDate',
    header: head('sentDate'),
    cell: (row) => <MomentDay at={row.sentDate} />,
    look: { width: 8, minWidth: 7, skeleton: 'line' },
  },
  {
    id: 'dueDate',
    header: head('dueDate'),
    cell: (row) => <DueCell invoice={row} />,
    look: { width: 9, minWidth: 7.5, skeleton: 'two-lines' },
  },
  {
    id: 'transferDate',
    header: head('transferDate'),
    cell: (row) => <DayText day={row.transferDate} />,
    look: { width: 8.5, minWidth: 7.5, skeleton: 'line' },
  },
  {
    id: 'amount',
    header: head('amount'),
    cell: (row) => <LeftToPay invoice={row} />,
    look: { width: 9, minWidth: 8, align: 'end', skeleton: 'two-lines' },
  },
  {
    id: 'status',
    header: head('status'),
    cell: (row) => <StateCell invoice={row} />,
    look: { width: 12, minWidth: 11.5, skeleton: 'pill' },
  },
  {
    id: 'action',
    header: head('action'),
    cell: (row) => <InvoiceActions invoice={row} />,
    look: { width: 6, minWidth: 5.5, align: 'end', skeleton: 'icon' },
  },
];
