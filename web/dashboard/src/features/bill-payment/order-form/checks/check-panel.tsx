import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconFileSpreadsheet, IconFilter, IconFilterFilled, IconTrash } from '@tabler/icons-react';

import { useZones } from '@shared/format/display-zone';
import { formatClockWithZone } from '@shared/format/local-time';
import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { Note } from '@shared/ui/note';
import { ProgressBar } from '@shared/ui/progress-bar';

import { checkTexts } from './check-texts';
import { csvTexts } from '../csv/csv-texts';
import classes from './check-panel.module.css';
import parts from '../form-parts.module.css';
import { isDoubtful, type LineKind, lineKinds } from './line-checks';
import type { LineChecks } from './use-line-checks';

interface CheckPanelProps {
  checks: LineChecks;
  /** The CSV files that were read. */
  files: readonly string[];
  /** Whether the product is a bill, whose amounts can be found. */
  bills: boolean;
  /** The kind that the list shows; undefined for all. */
  shown: LineKind | undefined;
  onShow: (kind: LineKind | undefined) => void;
  onDrop: (kind: LineKind) => void;
}

/** Counts of the lines by kind. A kind can be shown alone, and a doubtful one can be dropped. */
export function CheckPanel({ checks, files, bills, shown, onShow, onDrop }: CheckPanelProps) {
  const texts = useTexts(checkTexts);
  const kinds = lineKinds.flatMap((kind) => {
    const count = checks.counts.get(kind);
    return count === undefined ? [] : [{ kind, count }];
  });
  if (kinds.length === 0 && !checks.failed) return null;
  return (
    <section className={parts['list']} aria-label={texts.title}>
      <div className={classes['checkHead']}>
        <CheckTitle checks={checks} files={files} />
        <div className={classes['shares']} aria-hidden>
          {kinds.map(({ kind, count }) => (
            <span key={kind} data-kind={kind} style={{ flexGrow: count }} />
          ))}
        </div>
      </div>
      <ul className={classes['kinds']}>
        {kinds.map(({ kind, count }) => (
          <Kind
            key={kind}
            kind={kind}
            count={groupThousands(count)}
            note={kind === 'ok' && bills ? texts.noBillYet : texts.kinds[kind].note}
            alone={shown === kind}
            onShow={onShow}
            onDrop={onDrop}
          />
        ))}
      </ul>
      {checks.failed && <CheckFailed checks={checks} />}
      {bills && <BillSearch checks={checks} />}
    </section>
  );
}

/** The files that were read, and how many lines the server judged when. */
function CheckTitle({ checks, files }: Pick<CheckPanelProps, 'checks' | 'files'>) {
  const texts = useTexts(checkTexts);
  const { success } = useTexts(csvTexts);
  const zone = useZones().client;
  const total = checks.lines.length + (checks.counts.get('duplicate') ?? 0);
  return (
    <div className={classes['checkTitle']}>
      {files.length > 0 && (
        <>
          <IconFileSpreadsheet aria-hidden />
          <span className={classes['fileName']}>{files.join(', ')}</span>
        </>
      )}
      <span className={parts['note']}>
        {checks.outdated && !checks.failed
          ? texts.checking(checks.lines.length, groupThousands(checks.lines.length))
          : checks.checkedAt &&
            texts.checkedAt(total, groupThousands(total), formatClockWithZone(checks.checkedAt, zone))}
      </span>
      {files.length > 0 && (
        <span className={classes['uploaded']}>
          <IconCheck aria-hidden />
          {success}
        </span>
      )}
    </div>
  );
}

/** Says that the check failed, and tries again. */
function CheckFailed({ checks }: { checks: LineChecks }) {
  const texts = useTexts(checkTexts);
  return (
    <div className={classes['search']}>
      <Note tone="warning" live>
        {texts.failed}
      </Note>
      <Button variant="default" size="sm" onClick={checks.checkAgain}>
        {texts.again}
      </Button>
    </div>
  );
}

interface KindProps extends Pick<CheckPanelProps, 'onShow' | 'onDrop'> {
  kind: LineKind;
  count: string;
  note: string;
  /** The list shows this kind only. */
  alone: boolean;
}

/** A kind of lines. Merged duplicates are not in the list any more: they can be shown, not dropped. */
function Kind({ kind, count, note, alone, onShow, onDrop }: KindProps) {
  const texts = useTexts(checkTexts);
  const { name } = texts.kinds[kind];
  return (
    <li className={classes['kind']}>
      <span className={classes['swatch']} data-kind={kind} aria-hidden />
      <span className={classes['kindName']}>{name}</span>
      <span className={classes['kindCount']}>{count}</span>
      <span className={`${parts['note']} ${classes['kindNote']}`}>{note}</span>
      {isDoubtful(kind) && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconTrash aria-hidden />}
          aria-label={texts.dropKind(count, name)}
          onClick={() => onDrop(kind)}
        >
          {texts.drop(count)}
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        className={classes['funnel'] ?? ''}
        aria-label={alone ? texts.showAll : texts.showKind(name)}
        aria-pressed={alone}
        onClick={() => onShow(alone ? undefined : kind)}
      >
        {alone ? <IconFilterFilled aria-hidden /> : <IconFilter aria-hidden />}
      </ActionIcon>
    </li>
  );
}

/** Finds bills before the order is made, with its progress. */
function BillSearch({ checks }: { checks: LineChecks }) {
  const texts = useTexts(checkTexts);
  const { search } = checks;
  const searchable = checks.lines.filter(({ kind }) => kind === 'ok' || kind === 'repaired');
  if (search === undefined && searchable.length === 0) return null;
  return (
    <div className={classes['search']}>
      {search && <ProgressBar value={search.done} max={search.all} label={texts.searching} />}
      {checks.searchFailed && (
        <Note tone="warning" live>
          {texts.searchFailed}
        </Note>
      )}
      <Button
        variant="default"
        size="sm"
        onClick={() => checks.toggleSearch(searchable.map(({ destinationNo }) => destinationNo))}
      >
        {search
          ? texts.stop(groupThousands(search.done), groupThousands(search.all))
          : texts.find(searchable.length, groupThousands(searchable.length))}
      </Button>
    </div>
  );
}
