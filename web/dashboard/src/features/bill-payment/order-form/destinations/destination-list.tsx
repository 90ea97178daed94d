import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';

import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { useIsNarrow } from '@shared/ui/use-is-narrow';

import classes from './destinations.module.css';
import parts from '../form-parts.module.css';
import { createTexts } from '../create-texts';
import { DestinationRow } from './destination-row';
import type { KnownLine } from '../checks/line-checks';

/** Rows that are seen at a time. */
const rowsSeen = 6;
/** Height of a row in rem; phones show the name below the number. */
const rowHeights = { wide: 2.5, narrow: 3.5 };

interface DestinationListProps {
  lines: readonly KnownLine[];
  /** The kind that is shown alone, in words; undefined if the list has all kinds. */
  kind: string | undefined;
  /** Shows what the check says of each line. */
  checked: boolean;
  /** Shows the amounts of bills. */
  bills: boolean;
  /** Undefined if the lines are not in the order any more. */
  onRemove: ((destinationNo: string) => void) | undefined;
  onSave: (destinationNo: string) => void;
}

/** The numbers of an order. Only the rows in sight are drawn, so that ten thousand are as quick as ten. */
export function DestinationList({ lines, kind, checked, bills, onRemove, onSave }: DestinationListProps) {
  const texts = useTexts(createTexts);
  const narrow = useIsNarrow();
  const scroller = useRef<HTMLDivElement>(null);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const height = rem * (narrow ? rowHeights.narrow : rowHeights.wide);
  // oxlint-disable-next-line react/incompatible-library -- the compiler leaves this component as it is, which is right
  const list = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    // A merged number may stand there several times.
    getItemKey: (index) => (onRemove && lines[index]?.destinationNo) ?? index,
    overscan: rowsSeen,
  });
  if (lines.length === 0) return null;
  const first = Math.min(list.range?.startIndex ?? 0, lines.length - 1);
  const end = Math.min(first + rowsSeen, lines.length);
  const look = bills ? 'bills' : checked ? 'checked' : 'plain';
  return (
    <div className={parts['list']} data-look={look}>
      {look !== 'plain' && (
        <div className={classes['listHead']} aria-hidden>
          <span>{texts.line}</span>
          <span>{texts.destination}</span>
          <span>{texts.nameOfLine}</span>
          {bills && <span className={classes['bill']}>{texts.bill}</span>}
          <span>{texts.check}</span>
        </div>
      )}
      <div
        ref={scroller}
        className={classes['rows']}
        role="group"
        aria-label={texts.list}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard
        tabIndex={0}
        style={{ blockSize: Math.min(lines.length, rowsSeen) * height }}
      >
        <ol className={classes['whole']} style={{ blockSize: list.getTotalSize() }}>
          {list.getVirtualItems().map(({ index, key, start, size }) => {
            const line = lines[index];
            return (
              line && (
                <DestinationRow
                  key={String(key)}
                  line={line}
                  index={index}
                  of={lines.length}
                  look={look}
                  position={{ blockSize: size, transform: `translateY(${start}px)` }}
                  onRemove={
                    onRemove &&
                    (() => {
                      onRemove(line.destinationNo);
                      scroller.current?.focus({ preventScroll: true }); // its button is gone
                    })
                  }
                  onSave={() => onSave(line.destinationNo)}
                />
              )
            );
          })}
        </ol>
      </div>
      <div className={classes['pager']}>
        <span className={parts['note']}>
          {texts.rows(groupThousands(first + 1), groupThousands(end), groupThousands(lines.length))}
          {checked && `, ${kind ?? texts.allKinds}`}
        </span>
        <ActionIcon
          variant="subtle"
          aria-label={texts.previous}
          disabled={first === 0}
          onClick={() => list.scrollToIndex(Math.max(0, first - rowsSeen), { align: 'start' })}
        >
          <IconChevronLeft aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          aria-label={texts.next}
          disabled={end === lines.length}
          onClick={() => list.scrollToIndex(Math.min(end, lines.length - 1), { align: 'start' })}
        >
          <IconChevronRight aria-hidden />
        </ActionIcon>
      </div>
    </div>
  );
}
