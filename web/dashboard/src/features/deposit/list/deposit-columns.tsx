import { GroupedNumber } from '@shared/format/grouped-number';
import { walletTypeName } from '@shared/format/wallet-type';
import { useTexts } from '@shared/i18n/texts';
import { AmountCell, NumberCell, TextCell, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DateCell } from '@shared/table/date-cell';
import { ShortenedId } from '@shared/table/shortened-id';
import { Tag } from '@shared/ui/tag';

import type { DepositEvent } from '../deposit-queries';
import { isAutoCheck, isOutgoing } from '../deposit-rules';
import { depositTexts } from '../deposit-texts';
import classes from './deposit-list.module.css';

function OrderCell({ row }: { row: DepositEvent }) {
  const texts = useTexts(depositTexts);
  return (
    <TwoLines
      caption={row.reference === '' ? undefined : <ShortenedId value={row.reference} copyLabel={texts.copyReference} />}
    >
      {row.accountNo === '' ? (
        <NumberCell value={row.orderId} copyLabel={texts.copyOrderId} />
      ) : (
        <ReceivedBy row={row} />
      )}
    </TwoLines>
  );
}

/** The bank and the number that received a top-up: 'BCA VA 8077 7010 0100 002'. */
export function ReceivedBy({ row: { action, bank, accountNo } }: { row: DepositEvent }) {
  return (
    <>
      {bank} {action === 'topup_va' && 'VA'} <GroupedNumber value={accountNo} whole />
    </>
  );
}

/** The amount with its sign: red for what leaves the wallet, green for the rest. */
export function SignedAmount({ row }: { row: DepositEvent }) {
  return (
    <span className={classes['signed']} data-out={isOutgoing(row.action) || undefined}>
      <AmountCell value={row.amount} prefix="Rp" sign="always" />
    </span>
  );
}

/** The operation, and whether it is a transfer that was checked by itself. */
export function OperationCell({ row }: { row: DepositEvent }) {
  const texts = useTexts(depositTexts);
  return (
    <span className={classes['operation']}>
      {texts.operations[row.action]}
      {isAutoCheck(row) && <Tag>{texts.autoCheck}</Tag>}
    </span>
  );
}

const head = columnHead(depositTexts, 'columns');

/** The columns of the wallet history (docs/product/deposits.md#history). */
export const depositColumns: ListColumns<DepositEvent> = [
  {
    id: 'created',
    header: head('created'),
    cell: (row) => <DateCell at={row.createdAt} />,
    look: { width: 9, minWidth: 7.5, skeleton: 'two-lines' },
  },
  {
    id: 'order',
    header: head('order'),
    cell: (row) => <OrderCell row={row} />,
    look: { skeleton: 'two-lines' },
  },
  {
    id: 'wallet',
    header: head('wallet'),
    cell: (row) => <TextCell>{walletTypeName(row.type)}</TextCell>,
    look: { width: 7.5, minWidth: 6, skeleton: 'line' },
  },
  {
    id: 'amount',
    header: head('amount'),
    cell: (row) => <SignedAmount row={row} />,
    look: { width: 11, minWidth: 8.5, align: 'end', skeleton: 'line' },
  },
  {
    id: 'before',
    header: head('before'),
    cell: (row) => <BalanceBefore value={row.balanceBefore} />,
    look: { width: 10.5, minWidth: 8.5, align: 'end', skeleton: 'line' },
  },
  {
    id: 'after',
    header: head('after'),
    cell: (row) => <AmountCell value={row.balanceAfter} prefix="Rp" />,
    look: { width: 10.5, minWidth: 8.5, align: 'end', skeleton: 'line' },
  },
  {
    id: 'operation',
    header: head('operation'),
    cell: (row) => <OperationCell row={row} />,
    look: { width: 9, minWidth: 7.5, skeleton: 'line' },
  },
];

function BalanceBefore({ value }: { value: number | null }) {
  return (
    <span className={classes['before']}>
      <AmountCell value={value} prefix="Rp" />
    </span>
  );
}
