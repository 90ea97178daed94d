import { useTexts } from '@shared/i18n/texts';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DataTable } from '@shared/table/data-table';
import { CardHead } from '@shared/ui/card';

import type { SandboxNumber } from './sandbox-queries';
import { sandboxTexts } from './sandbox-texts';
import classes from './sandbox.module.css';

/** The row of all destinations without a rule. */
const others: SandboxNumber = { first: '', last: '', kind: 'success', reason: '' };

function Digits({ number: { first, last } }: { number: SandboxNumber }) {
  const texts = useTexts(sandboxTexts).numbers;
  if (first === '') return texts.others;
  return <span className={classes['key']}>{first === last ? first : texts.range(first, last)}</span>;
}

function Effect({ number: { kind, reason } }: { number: SandboxNumber }) {
  const { kinds } = useTexts(sandboxTexts).numbers;
  switch (kind) {
    case 'refused':
      return kinds.refused(reason);
    case 'fails_later':
      return kinds.failsLater(reason);
    case 'success_later':
      return kinds.successLater;
    case 'pushed_twice':
      return kinds.pushedTwice;
    case 'pushed_first':
      return kinds.pushedFirst;
    case 'answer_error':
      return kinds.answerError;
    default:
      return kinds[kind];
  }
}

const head = columnHead(sandboxTexts, 'numbers');

const numberColumns: ListColumns<SandboxNumber> = [
  {
    id: 'digits',
    header: head('digits'),
    cell: (row) => <Digits number={row} />,
    look: { width: 9, skeleton: 'line' },
  },
  {
    id: 'does',
    header: head('does'),
    cell: (row) => <Effect number={row} />,
    look: { skeleton: 'line', phone: 'plain' },
  },
];

const tableWidth = 24;

/** What becomes of an order, by the last digits of its destination. */
export function SandboxNumbers({ numbers }: { numbers: readonly SandboxNumber[] }) {
  const texts = useTexts(sandboxTexts).numbers;
  return (
    <DataTable
      label={texts.title}
      head={<CardHead title={texts.title} hint={texts.hint} />}
      columns={numberColumns}
      view={{ kind: 'rows', rows: [...numbers, others], waiting: false }}
      rowId={({ first }) => first}
      lines={1}
      minWidth={tableWidth}
    />
  );
}
