import { Link } from '@tanstack/react-router';

import { formatAge } from '@/age/age';
import { ageTexts } from '@/age/age-texts';
import type { StaffComplaint } from '@/orders/complaint-queries';
import { orderWords } from '@/orders/order-words';
import { complaintTexts, complaintTones } from '@shared/format/complaint-texts';
import { useZones } from '@shared/format/display-zone';
import { GroupedNumber } from '@shared/format/grouped-number';
import { formatDateClock } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { StatusPill } from '@shared/ui/status-pill';

import { complaintsTexts } from './complaints-texts';

const head = columnHead(complaintsTexts, 'columns');

/** A complaint with the moment at which the list was loaded. */
export type ComplaintRow = StaffComplaint & { now: number };

/** The columns of the queue of complaints. */
export const complaintColumns: ListColumns<ComplaintRow> = [
  {
    id: 'order',
    header: head('order'),
    cell: ({ orderId }) => <OrderCell orderId={orderId} />,
    look: { width: 14, minWidth: 12, phone: 'title' },
  },
  {
    id: 'age',
    header: head('age'),
    cell: (complaint) => <AgeCell complaint={complaint} />,
    look: { width: 10, minWidth: 9, skeleton: 'two-lines' },
  },
  {
    id: 'reason',
    header: head('reason'),
    cell: (complaint) => <ReasonCell complaint={complaint} />,
    look: { skeleton: 'two-lines', phone: 'plain' },
  },
  {
    id: 'client',
    header: head('client'),
    cell: (complaint) => <ClientCell complaint={complaint} />,
    look: { skeleton: 'two-lines' },
  },
  {
    id: 'supplier',
    header: head('supplier'),
    cell: ({ supplier }) => <SupplierCell supplier={supplier} />,
    look: { width: 9, minWidth: 8 },
  },
  {
    id: 'state',
    header: head('state'),
    cell: (complaint) => <StateCell complaint={complaint} />,
    look: { width: 10, minWidth: 9, skeleton: 'pill', phone: 'end' },
  },
];

/** A closed one has the time that it was open. */
function AgeCell({ complaint: { openedAt, closedAt, now } }: { complaint: ComplaintRow }) {
  const language = useLanguage();
  const { shown } = useZones();
  const ages = useTexts(ageTexts);
  const until = closedAt === null ? now : Date.parse(closedAt);
  return (
    <TwoLines caption={<time dateTime={openedAt}>{formatDateClock(openedAt, shown, language)}</time>}>
      {formatAge(openedAt, until, ages)}
    </TwoLines>
  );
}

function OrderCell({ orderId }: { orderId: string }) {
  const texts = useTexts(complaintsTexts);
  return (
    <Link to="/orders/$id" params={{ id: orderId }} aria-label={texts.open(orderId)}>
      <GroupedNumber value={orderId} />
    </Link>
  );
}

function ReasonCell({ complaint: { reason, text } }: { complaint: ComplaintRow }) {
  const { reasons } = useTexts(complaintTexts);
  return <TwoLines caption={text === '' ? undefined : text}>{reasons[reason]}</TwoLines>;
}

function ClientCell({ complaint: { clientId, clientName, openedBy } }: { complaint: ComplaintRow }) {
  const stateTexts = useTexts(orderWords);
  return <TwoLines caption={`${stateTexts.clientId(clientId)} · ${openedBy}`}>{clientName}</TwoLines>;
}

function SupplierCell({ supplier }: { supplier: string }) {
  const texts = useTexts(complaintsTexts);
  return supplier === '' ? texts.noSupplier : supplier;
}

function StateCell({ complaint: { state, result } }: { complaint: ComplaintRow }) {
  const { states, results } = useTexts(complaintTexts);
  return (
    <TwoLines caption={result && results[result]}>
      <StatusPill tone={complaintTones[state]}>{states[state]}</StatusPill>
    </TwoLines>
  );
}
