import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';

import { Amount } from '@shared/format/amount';
import { formatDay } from '@shared/format/calendar-day';
import { useZones } from '@shared/format/display-zone';
import { formatDateTime } from '@shared/format/local-time';
import { groupThousands } from '@shared/format/rupiah';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { DialogBody, DialogCancel, DialogFoot } from '@shared/overlay/dialog-parts';
import { Fact, Facts } from '@shared/ui/facts';

import { FileButton } from '../files/file-button';
import type { Difference, Reconciliation } from './reconciliation-queries';
import { reconciliationTexts } from './reconciliation-texts';
import classes from './reconciliation.module.css';

const kinds = ['missing', 'different', 'duplicate', 'oursOnly'] as const;
/** Rows of a kind that are shown; the file has all. */
const shownRows = 5;

interface ReconciliationResultProps {
  result: Reconciliation;
  onAgain: () => void;
}

/** what a comparison found: its counts, the first rows of each kind, and the file with all. */
export function ReconciliationResult({ result, onAgain }: ReconciliationResultProps) {
  const texts = useTexts(reconciliationTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const title = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is gone.
  useEffect(() => title.current?.focus(), []);
  const counts = {
    missing: result.missing,
    different: result.different,
    duplicate: result.duplicates,
    oursOnly: result.oursOnly,
  };
  const differing = kinds.filter((kind) => counts[kind] > 0);
  return (
    <>
      <DialogBody>
        <h3 ref={title} tabIndex={-1} className={classes['title']}>
          {texts.of(formatDay(result.day, language))}
        </h3>
        <Facts>
          <Fact name={texts.lines}>{groupThousands(result.lines)}</Fact>
          <Fact name={texts.same}>{groupThousands(result.same)}</Fact>
          {kinds.map((kind) => (
            <Fact key={kind} name={texts.kinds[kind]}>
              <span className={classes['count']} data-some={counts[kind] > 0 || undefined}>
                {groupThousands(counts[kind])}
              </span>
            </Fact>
          ))}
        </Facts>
        {differing.length === 0 && (
          <p className={classes['agree']}>
            <IconCircleCheck aria-hidden />
            {texts.allSame}
          </p>
        )}
        {differing.map((kind) => (
          <Differences
            key={kind}
            kind={kind}
            rows={result.rows.filter((row) => row.kind === kind)}
            count={counts[kind]}
          />
        ))}
      </DialogBody>
      <DialogFoot note={differing.length > 0 && texts.until(formatDateTime(result.file.expiresAt, shown, language))}>
        <DialogCancel label={texts.close} />
        <Button variant="default" onClick={onAgain}>
          {texts.again}
        </Button>
        {differing.length > 0 && (
          <FileButton url={result.file.url} label={texts.download}>
            {texts.download}
          </FileButton>
        )}
      </DialogFoot>
    </>
  );
}

interface DifferencesProps {
  kind: (typeof kinds)[number];
  rows: readonly Difference[];
  count: number;
}

function Differences({ kind, rows, count }: DifferencesProps) {
  const texts = useTexts(reconciliationTexts);
  const id = useId();
  const first = rows.slice(0, shownRows);
  return (
    <section className={classes['kind']} aria-labelledby={id}>
      <h4 id={id}>{texts.kinds[kind]}</h4>
      <p className={classes['hint']}>
        {texts.meaning[kind]}
        {count > first.length && ` ${texts.first(groupThousands(first.length), groupThousands(count))}`}
      </p>
      <table className={classes['table']} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{texts.columns.reference}</th>
            <th scope="col">{texts.columns.yours}</th>
            <th scope="col">{texts.columns.ours}</th>
          </tr>
        </thead>
        <tbody>
          {first.map((row) => (
            <tr key={`${row.line ?? ''} ${row.clientRef}`}>
              <td>
                <span className={classes['reference']}>{row.clientRef}</span>
                {row.line !== undefined && (
                  <span className={classes['caption']}>{texts.lineOf(groupThousands(row.line))}</span>
                )}
              </td>
              <Side amount={row.amount} status={row.status} />
              <Side amount={row.ourAmount} status={row.ourStatus} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What one of the two books says; a dash if it says nothing. */
function Side({ amount, status }: { amount: number | undefined; status: Difference['status'] }) {
  const texts = useTexts(reconciliationTexts);
  if (amount === undefined || status === undefined) return <td>—</td>;
  return (
    <td>
      <Amount value={amount} />
      <span className={classes['caption']}>{texts.statuses[status]}</span>
    </td>
  );
}
