import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

import { Checkbox } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';

import { Amount } from '@shared/format/amount';
import { todayIn } from '@shared/format/calendar-day';
import { useZones } from '@shared/format/display-zone';
import { formatDateClock, formatDateTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { AmountCell, EmptyValue, NumberCell, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { PhoneRow } from '@shared/table/phone-row';
import { FollowedBadge, StatusPill } from '@shared/ui/status-pill';
import { Tip } from '@shared/ui/tip';
import { stringifySearch } from '@shared/url/search-codec';

import { useChosenLines } from './chosen-lines';
import { type LineRow, lineTones } from './detail-rules';
import { scheduledDetailTexts } from './scheduled-detail-texts';
import classes from './detail.module.css';

/** The order id as a link to the order in Order History, or a dash. */
function LineOrder({ row }: { row: LineRow }) {
  const texts = useTexts(scheduledDetailTexts);
  const navigate = useNavigate();
  const { client } = useZones();
  const { orderId, createdAt } = row;
  if (!orderId || !createdAt) return <EmptyValue />;
  const day = todayIn(client, new Date(createdAt));
  const search = { dateStart: day, dateEnd: day, order: orderId };
  const link = {
    href: `${import.meta.env.BASE_URL}orders${stringifySearch(search)}`,
    label: texts.openLine(orderId),
    anchor: `line-${row.line}`,
    onOpen: () => void navigate({ to: '/orders/{-$type}', params: { type: undefined }, search }),
  };
  return <NumberCell value={orderId} copyLabel={texts.copyOrderId} link={link} />;
}

/** Chooses a failed or cancelled line for a retry. */
function LineChoice({ row }: { row: LineRow }) {
  const texts = useTexts(scheduledDetailTexts);
  const { selection, toggle } = useChosenLines();
  if (row.retriable !== true) return null;
  return (
    <Checkbox
      checked={selection.has(row.line)}
      onChange={() => toggle(row.line)}
      aria-label={texts.choose(row.destinationNo)}
    />
  );
}

/** The destination, with the name of its contact or of the bill's holder. */
function LineDestination({ row }: { row: LineRow }) {
  const texts = useTexts(scheduledDetailTexts);
  return (
    <TwoLines caption={row.name || undefined}>
      <NumberCell value={row.destinationNo} copyLabel={texts.copyNumber} />
    </TwoLines>
  );
}

/** The price, with the amount of an open-amount product. */
function LinePrice({ row }: { row: LineRow }) {
  const texts = useTexts(scheduledDetailTexts);
  const { price, amount } = row;
  if (price === null || price === undefined) return <EmptyValue />;
  const other = amount !== null && amount !== undefined && amount !== price;
  return (
    <TwoLines
      caption={
        other ? (
          <>
            {texts.amount} <Amount value={amount} />
          </>
        ) : undefined
      }
    >
      <AmountCell value={price} />
    </TwoLines>
  );
}

/** When the line changed last, and when its order was made. The head of the column names the zone; rows of a phone have no head. */
function LineUpdated({ row, format }: { row: LineRow; format: typeof formatDateTime }) {
  const texts = useTexts(scheduledDetailTexts);
  const language = useLanguage();
  const { shown } = useZones();
  if (row.updatedAt === undefined) return <EmptyValue />;
  return (
    <TwoLines caption={row.createdAt ? texts.created(format(row.createdAt, shown, language)) : undefined}>
      <time dateTime={row.updatedAt}>{format(row.updatedAt, shown, language)}</time>
    </TwoLines>
  );
}

function UpdatedHead() {
  const { columns } = useTexts(scheduledDetailTexts);
  return `${columns.updated} (${useZones().label})`;
}

/** The state of a line, why it failed, and whether it was refunded. */
function LineState({ row }: { row: LineRow }) {
  const texts = useTexts(scheduledDetailTexts);
  const reason = row.status === 'error' ? texts.billPaid : row.reason?.message;
  return (
    <span className={classes['state']}>
      <StatusPill tone={lineTones[row.status]}>{texts.lineStatus[row.status]}</StatusPill>
      {row.refunded === true && <FollowedBadge size="pill">{texts.refunded}</FollowedBadge>}
      {reason !== undefined && <Reason number={row.destinationNo}>{reason}</Reason>}
    </span>
  );
}

/** A link that says why a line failed: on hover, on focus and when it is pressed. */
function Reason({ number, children }: { number: string; children: string }) {
  const texts = useTexts(scheduledDetailTexts);
  return (
    <Tip label={children} onPress multiline maw="20rem">
      <button type="button" className={classes['reason']} aria-label={`${texts.reasonOf(number)}: ${children}`}>
        {texts.reason}
      </button>
    </Tip>
  );
}

/** A line on a phone: destination and price, order and time, state and reason. */
export function LinePhoneRow({ row }: { row: LineRow }) {
  return (
    <PhoneRow className={classes['phoneRow']}>
      <span className={classes['phoneChoice']}>
        <LineChoice row={row} />
        <LineDestination row={row} />
      </span>
      <LinePrice row={row} />
      <LineOrder row={row} />
      <span className={classes['name']}>
        <LineUpdated row={row} format={formatDateTime} />
      </span>
      <LineState row={row} />
    </PhoneRow>
  );
}

const head = columnHead(scheduledDetailTexts, 'columns');

/** Below this width, in rem, the table scrolls in the dialog. */
export const lineTableMinWidth = 57;

/** The columns of the lines of a scheduled order. */
export const lineColumns: ListColumns<LineRow> = [
  {
    id: 'choice',
    header: head('choice'),
    cell: (row) => <LineChoice row={row} />,
    look: { width: 4.5, skeleton: 'icon' },
  },
  {
    id: 'orderId',
    header: head('orderId'),
    cell: (row) => <LineOrder row={row} />,
    look: { width: 12.5, skeleton: 'line' },
  },
  {
    id: 'destinationNo',
    header: head('destinationNo'),
    cell: (row) => <LineDestination row={row} />,
    look: { skeleton: 'line' },
  },
  {
    id: 'price',
    header: head('price'),
    cell: (row) => <LinePrice row={row} />,
    look: { width: 7, align: 'end', skeleton: 'line' },
  },
  {
    id: 'updated',
    header: () => <UpdatedHead />,
    cell: (row) => <LineUpdated row={row} format={formatDateClock} />,
    look: { width: 13, skeleton: 'line' },
  },
  {
    id: 'status',
    header: head('status'),
    cell: (row) => <LineState row={row} />,
    look: { width: 12, skeleton: 'pill' },
  },
];
