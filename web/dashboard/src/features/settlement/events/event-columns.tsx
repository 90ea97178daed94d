import { Amount } from '@shared/format/amount';
import { useZones } from '@shared/format/display-zone';
import { GroupedNumber } from '@shared/format/grouped-number';
import { formatDateTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { AmountCell, NumberCell, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DateCell } from '@shared/table/date-cell';
import { CopyIcon } from '@shared/ui/copy-icon';
import { Tag } from '@shared/ui/tag';
import { PhoneRow } from '@shared/table/phone-row';

import type { SettlementEvent } from '../settlement-queries';
import classes from '../settlement.module.css';
import { eventTexts } from './event-texts';

function OrderCell({ event }: { event: SettlementEvent }) {
  const texts = useTexts(eventTexts);
  return (
    <TwoLines caption={event.reference === '' ? undefined : event.reference}>
      <NumberCell value={event.order_id} copyLabel={texts.copyOrderId} />
    </TwoLines>
  );
}

/** The amount with its sign: red for what is taken from the limit, green for the rest. */
function SignedAmount({ event }: { event: SettlementEvent }) {
  return (
    <span className={classes[event.amount < 0 ? 'out' : 'in']}>
      <AmountCell value={event.amount} prefix="Rp" sign="always" />
    </span>
  );
}

function Operation({ event }: { event: SettlementEvent }) {
  const { actions, creditNote } = useTexts(eventTexts);
  return <Tag>{event.credit_note ? creditNote : actions[event.action]}</Tag>;
}

const head = columnHead(eventTexts, 'columns');

/** The columns of the events of a period, in their order (docs/product/settlement.md#screens). */
export const eventColumns: ListColumns<SettlementEvent> = [
  {
    id: 'created',
    header: head('created'),
    cell: (row) => <DateCell at={row.created_at} />,
    look: { width: 9, minWidth: 7.5, skeleton: 'two-lines' },
  },
  {
    id: 'order',
    header: head('order'),
    cell: (row) => <OrderCell event={row} />,
    look: { skeleton: 'two-lines' },
  },
  {
    id: 'amount',
    header: head('amount'),
    cell: (row) => <SignedAmount event={row} />,
    look: { width: 10, minWidth: 8.5, align: 'end', skeleton: 'line' },
  },
  {
    id: 'before',
    header: head('before'),
    cell: (row) => <AmountCell value={row.balance_before} prefix="Rp" />,
    look: { width: 10, minWidth: 8.5, align: 'end', skeleton: 'line' },
  },
  {
    id: 'after',
    header: head('after'),
    cell: (row) => <AmountCell value={row.balance_after} prefix="Rp" />,
    look: { width: 10, minWidth: 8.5, align: 'end', skeleton: 'line' },
  },
  {
    id: 'operation',
    header: head('operation'),
    cell: (row) => <Operation event={row} />,
    look: { width: 9, minWidth: 7.5, skeleton: 'pill' },
  },
];

/** An event on a phone: operation and amount, order and balance, reference, time, the balance before. */
export function EventPhoneRow({ event }: { event: SettlementEvent }) {
  const texts = useTexts(eventTexts);
  const language = useLanguage();
  const { shown } = useZones();
  return (
    <PhoneRow className={classes['phoneRow']}>
      <Operation event={event} />
      <SignedAmount event={event} />
      <span className={classes['note']}>{event.order_id !== '' && <GroupedNumber value={event.order_id} />}</span>
      <span className={classes['note']}>
        <Amount value={event.balance_after} prefix="Rp" />
      </span>
      {event.reference !== '' && (
        <span className={classes['reference']}>
          {event.reference}
          <CopyIcon value={event.reference} label={texts.copyReference} />
        </span>
      )}
      <time className={classes['note']} dateTime={event.created_at}>
        {formatDateTime(event.created_at, shown, language)}
      </time>
      <span className={`${classes['note']} ${classes['phoneWide']}`}>
        {texts.columns.before} <Amount value={event.balance_before} prefix="Rp" />
      </span>
    </PhoneRow>
  );
}
