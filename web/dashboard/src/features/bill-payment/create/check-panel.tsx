import { ActionIcon, Button } from '@mantine/core';
import { IconFilter, IconFilterFilled, IconTrash } from '@tabler/icons-react';

import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { Note } from '@shared/ui/note';
import { ProgressBar } from '@shared/ui/progress-bar';

import { checkTexts } from './check-texts';
import classes from './create.module.css';
import { isDoubtful, type LineKind, lineKinds } from './line-checks';
import type { LineChecks } from './use-line-checks';

interface CheckPanelProps {
  checks: LineChecks;
  /** Whether the product is a bill, whose amounts can be found. */
  bills: boolean;
  /** The kind that the list shows; undefined for all. */
  shown: LineKind | undefined;
  onShow: (kind: LineKind | undefined) => void;
  onDrop: (kind: LineKind) => void;
}

/** Counts of the lines by kind. A kind can be shown alone, and a doubtful one can be dropped. */
export function CheckPanel({ checks, bills, shown, onShow, onDrop }: CheckPanelProps) {
  const texts = useTexts(checkTexts);
  const kinds = lineKinds.filter((kind) => checks.counts.has(kind));
  if (kinds.length === 0) return null;
  return (
    <section className={classes['list']} aria-label={texts.title}>
      <ul className={classes['rows']}>
        {kinds.map((kind) => {
          const count = groupThousands(checks.counts.get(kind) ?? 0);
          const alone = shown === kind;
          return (
            <li key={kind} className={classes['kind']}>
              <span className={classes['swatch']} data-kind={kind} aria-hidden />
              <span className={classes['kindName']}>{texts.kinds[kind].name}</span>
              <span className={classes['kindCount']}>{count}</span>
              <span className={classes['note']}>{texts.kinds[kind].note}</span>
              {isDoubtful(kind) ? (
                <Button
                  variant="default"
                  size="sm"
                  leftSection={<IconTrash aria-hidden />}
                  aria-label={texts.dropKind(count, texts.kinds[kind].name)}
                  onClick={() => onDrop(kind)}
                >
                  {texts.drop(count)}
                </Button>
              ) : (
                <span />
              )}
              <ActionIcon
                variant="subtle"
                aria-label={alone ? texts.showAll : texts.showKind(texts.kinds[kind].name)}
                aria-pressed={alone}
                onClick={() => onShow(alone ? undefined : kind)}
              >
                {alone ? <IconFilterFilled aria-hidden /> : <IconFilter aria-hidden />}
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      {bills && <BillSearch checks={checks} />}
    </section>
  );
}

/** Finds bills before the order is made, with its progress. */
function BillSearch({ checks }: { checks: LineChecks }) {
  const texts = useTexts(checkTexts);
  const { search } = checks;
  if (search === undefined && !checks.counts.has('ok')) return null;
  return (
    <div className={classes['search']}>
      {search && <ProgressBar value={search.done} max={search.all} label={texts.searching} />}
      {checks.searchFailed && (
        <Note tone="warning" live>
          {texts.searchFailed}
        </Note>
      )}
      <Button variant="default" size="sm" onClick={checks.toggleSearch}>
        {search
          ? texts.stop(groupThousands(search.done), groupThousands(search.all))
          : texts.find(groupThousands(checks.counts.get('ok') ?? 0))}
      </Button>
    </div>
  );
}
