import { Button } from '@mantine/core';
import { createContext, use } from 'react';

import { formatAge } from '@/age/age';
import { ageTexts } from '@/age/age-texts';
import { GroupedNumber } from '@shared/format/grouped-number';
import { formatRupiah } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { AmountCell, Shortened, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DateCell } from '@shared/table/date-cell';
import { StatusPill } from '@shared/ui/status-pill';

import type { Match, Transfer } from './topup-queries';
import { topupTexts } from './topup-texts';
import classes from './topups.module.css';

/** What staff do with a transfer in suspense. */
export type SuspenseAct = 'assign' | 'return' | 'note';

/** Opens the dialog of an act. */
export const ActContext = createContext<(act: SuspenseAct, transfer: Transfer) => void>(() => undefined);

/** Returns how a top-up stood when a transfer came. */
function useStanding(): (match: Match, transfer: Transfer) => string {
  const { ended } = useTexts(topupTexts).match;
  const units = useTexts(ageTexts);
  return ({ topupStatus, topupEndedAt }, { receivedAt }) => {
    if (topupEndedAt === null) return ended.pending;
    const age = formatAge(topupEndedAt, Date.parse(receivedAt), units);
    if (topupStatus === 'done') return ended.done(age);
    return topupStatus === 'cancelled' ? ended.cancelled(age) : ended.expired(age);
  };
}

/** Returns a sentence that says whom a transfer was probably meant for, and another one that says more of it. */
export function useMatchText(): (match: Match, transfer: Transfer) => { title: string; text: string } {
  const { match: texts } = useTexts(topupTexts);
  const standing = useStanding();
  return (match, transfer) => {
    if (match.topupAmount === null) return { title: texts.client(match.clientName), text: texts.noTopup };
    const amount = formatRupiah(match.topupAmount, 'Rp');
    const title = (match.topupStatus === 'done' ? texts.twice : texts.topup)(amount, match.clientName);
    return { title, text: standing(match, transfer) };
  };
}

function MatchCell({ transfer }: { transfer: Transfer }) {
  const { match: texts, suspense } = useTexts(topupTexts);
  const matchText = useMatchText();
  const [first] = transfer.matches;
  const { title, text } = first ? matchText(first, transfer) : { title: texts.none, text: texts.noneText };
  const { note, notedBy, approvalId } = transfer;
  return (
    <TwoLines
      caption={
        <>
          <Shortened>{text}</Shortened>
          {note !== '' && <Shortened>{suspense.note(note, notedBy)}</Shortened>}
          {approvalId !== '' && <StatusPill tone="waiting">{suspense.waits}</StatusPill>}
        </>
      }
    >
      <Shortened>{title}</Shortened>
    </TwoLines>
  );
}

const marks = { very_likely: 3, likely: 2, possible: 1 } as const;
const mostMarks = 3;

/** Three marks and a word, with the reasons below. */
function Confidence({ transfer }: { transfer: Transfer }) {
  const { match: texts } = useTexts(topupTexts);
  const [first] = transfer.matches;
  if (!first) return <span className={classes['none']}>{texts.confidence.none}</span>;
  const count = marks[first.confidence];
  return (
    <TwoLines caption={<Shortened>{first.reasons.map((reason) => texts.reasons[reason]).join(', ')}</Shortened>}>
      <span className={classes['confidence']}>
        <span className={classes['marks']} aria-hidden>
          {Array.from({ length: mostMarks }, (_, index) => (
            <span key={index} className={classes['mark']} data-on={index < count || undefined} />
          ))}
        </span>
        {texts.confidence[first.confidence]}
      </span>
    </TwoLines>
  );
}

function Account({ transfer }: { transfer: Transfer }) {
  const { suspense } = useTexts(topupTexts);
  const { bank, accountNo, description, why } = transfer;
  return (
    <TwoLines
      caption={
        <>
          <Shortened>{description}</Shortened>
          {why === 'unknown_account' && <Shortened>{suspense.unknownAccount}</Shortened>}
        </>
      }
    >
      {bank} <GroupedNumber value={accountNo} />
    </TwoLines>
  );
}

function Actions({ transfer }: { transfer: Transfer }) {
  const texts = useTexts(topupTexts);
  const act = use(ActContext);
  const amount = formatRupiah(transfer.amount, 'Rp');
  return (
    <span className={classes['actions']}>
      <Button
        variant="default"
        size="sm"
        aria-label={texts.assign.named(amount)}
        onClick={() => act('assign', transfer)}
      >
        {texts.assign.button}
      </Button>
      <Button
        variant="default"
        size="sm"
        aria-label={texts.giveBack.named(amount)}
        onClick={() => act('return', transfer)}
      >
        {texts.giveBack.button}
      </Button>
      <Button variant="default" size="sm" aria-label={texts.hold.named(amount)} onClick={() => act('note', transfer)}>
        {texts.hold.button}
      </Button>
    </span>
  );
}

const head = columnHead(topupTexts, 'suspenseColumns');

/** The columns of what is in suspense. */
export const suspenseColumns: ListColumns<Transfer> = [
  {
    id: 'received',
    header: head('received'),
    cell: ({ receivedAt }) => <DateCell at={receivedAt} />,
    look: { width: 8, minWidth: 7, skeleton: 'two-lines', phone: 'plain' },
  },
  {
    id: 'account',
    header: head('account'),
    cell: (transfer) => <Account transfer={transfer} />,
    look: { width: 15, minWidth: 11, skeleton: 'two-lines', phone: 'plain' },
  },
  {
    id: 'amount',
    header: head('amount'),
    cell: ({ amount }) => <AmountCell value={amount} prefix="Rp" />,
    look: { width: 9, minWidth: 8, align: 'end', phone: 'title' },
  },
  {
    id: 'match',
    header: head('match'),
    cell: (transfer) => <MatchCell transfer={transfer} />,
    look: { minWidth: 12, skeleton: 'two-lines', phone: 'plain' },
  },
  {
    id: 'confidence',
    header: head('confidence'),
    cell: (transfer) => <Confidence transfer={transfer} />,
    look: { width: 11, minWidth: 8, skeleton: 'two-lines' },
  },
  {
    id: 'action',
    header: head('action'),
    cell: (transfer) => <Actions transfer={transfer} />,
    look: { width: 17, align: 'end', skeleton: 'line', phone: 'end' },
  },
];
