import { Link } from '@tanstack/react-router';
import { createContext, use } from 'react';

import { formatAge } from '@/age/age';
import { ageTexts } from '@/age/age-texts';
import { useZones } from '@shared/format/display-zone';
import { formatDateOf } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { AmountCell, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DateCell } from '@shared/table/date-cell';
import { StatusPill, type StatusTone } from '@shared/ui/status-pill';

import type { Invoice } from './invoice-queries';
import type { InvoiceSearch } from './invoice-search';
import { invoiceTexts } from './invoice-texts';

/** The search of the page, and the time of the list, to which ages are. */
export const InvoiceContext = createContext<{ search: InvoiceSearch; now: number }>({ search: {}, now: 0 });

const tones: Record<Invoice['status'], StatusTone> = {
  unpaid: 'waiting',
  pending: 'running',
  paid: 'done',
  done: 'done',
};

function InvoiceLink({ invoice }: { invoice: Invoice }) {
  const texts = useTexts(invoiceTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const { search } = use(InvoiceContext);
  const { id, invoiceNo, issuedAt } = invoice;
  return (
    <TwoLines caption={texts.issued(formatDateOf(issuedAt, shown, language))}>
      <Link
        to="/invoices"
        search={{ ...search, id: search.id === id ? undefined : id }}
        resetScroll={false}
        aria-expanded={search.id === id}
        aria-label={texts.openNamed(invoiceNo)}
      >
        {invoiceNo}
      </Link>
    </TwoLines>
  );
}

function State({ invoice }: { invoice: Invoice }) {
  const texts = useTexts(invoiceTexts);
  const units = useTexts(ageTexts);
  const { now } = use(InvoiceContext);
  const { status, overdue, dueAt } = invoice;
  return (
    <TwoLines caption={overdue ? texts.overdueBy(formatAge(dueAt, now, units)) : undefined}>
      <StatusPill tone={overdue ? 'failed' : tones[status]}>{texts.states[status]}</StatusPill>
    </TwoLines>
  );
}

const head = columnHead(invoiceTexts, 'columns');

/** The columns of the invoices of all clients. */
export const invoiceColumns: ListColumns<Invoice> = [
  {
    id: 'invoice',
    header: head('invoice'),
    cell: (invoice) => <InvoiceLink invoice={invoice} />,
    look: { width: 14, skeleton: 'two-lines' },
  },
  {
    id: 'client',
    header: head('client'),
    cell: ({ clientId, clientName }) => (
      <TwoLines caption={clientId}>
        <Link to="/clients/$id" params={{ id: String(clientId) }}>
          {clientName}
        </Link>
      </TwoLines>
    ),
    look: { skeleton: 'two-lines' },
  },
  {
    id: 'status',
    header: head('status'),
    cell: (invoice) => <State invoice={invoice} />,
    look: { width: 11, skeleton: 'pill', phone: 'end' },
  },
  {
    id: 'amount',
    header: head('amount'),
    cell: ({ amount }) => <AmountCell value={amount} prefix="Rp" />,
    look: { width: 10, align: 'end' },
  },
  {
    id: 'outstanding',
    header: head('outstanding'),
    cell: ({ outstanding }) => <AmountCell value={outstanding} prefix="Rp" />,
    look: { width: 10, align: 'end' },
  },
  {
    id: 'due',
    header: head('due'),
    cell: ({ dueAt }) => <DateCell at={dueAt} />,
    look: { width: 9, skeleton: 'two-lines' },
  },
];
