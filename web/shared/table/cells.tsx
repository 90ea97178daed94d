import { type ReactNode, useRef } from 'react';

import { Amount, type AmountProps } from '@shared/format/amount';
import { GroupedNumber } from '@shared/format/grouped-number';
import { emptyMark } from '@shared/format/local-time';

import classes from './cells.module.css';
import { CopyIcon } from '@shared/ui/copy-icon';
import { Tip } from '@shared/ui/tip';
import { useOverflow } from './use-overflow';

/** A cell of two lines: a value and a caption. */
export function TwoLines({ children, caption }: { children: ReactNode; caption?: ReactNode }) {
  return (
    <div className={classes['lines']}>
      <div className={classes['value']}>{children}</div>
      {caption !== undefined && <div className={classes['caption']}>{caption}</div>}
    </div>
  );
}

/** The link of a row: an address for new tabs, and the action of a plain click. */
interface RowLink {
  href: string;
  /** Accessible name of the link. */
  label: string;
  /** Name by which the focus returns to the link (`data-returns`). */
  anchor: string;
  onOpen: () => void;
}

interface NumberCellProps {
  value: string;
  copyLabel: string;
  /** Makes the number a link that opens the row. */
  link?: RowLink | undefined;
}

/** An id or number in groups of four, with a copy icon on hover and focus of the row. */
export function NumberCell({ value, copyLabel, link }: NumberCellProps) {
  if (value === '') return <EmptyValue />;
  return (
    <span className={classes['number']}>
      {link ? (
        <a
          className={classes['rowLink']}
          href={link.href}
          aria-label={link.label}
          aria-haspopup="dialog"
          data-returns={link.anchor}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            link.onOpen();
          }}
        >
          <GroupedNumber value={value} />
        </a>
      ) : (
        <GroupedNumber value={value} />
      )}
      <CopyIcon value={value} label={copyLabel} />
    </span>
  );
}

/** A reference. It is not grouped, and a long one wraps instead of being cut off. */
export function ReferenceCell({ value }: { value: string }) {
  return value === '' ? <EmptyValue /> : <span className={classes['reference']}>{value}</span>;
}

/** An amount in medium weight with a muted currency prefix. */
export function AmountCell(props: AmountProps) {
  return (
    <span className={classes['amount']}>
      <Amount {...props} />
    </span>
  );
}

/** One line of secondary text. */
export function TextCell({ children }: { children: string }) {
  return children === '' ? <EmptyValue /> : <span className={classes['text']}>{children}</span>;
}

/** The icon buttons of a row. Copy is last, so that icons line up in rows with fewer. */
export function ActionCell({ children }: { children: ReactNode }) {
  return <div className={classes['actions']}>{children}</div>;
}

/** Shown for a missing value. */
export function EmptyValue() {
  return <span className={classes['nothing']}>{emptyMark}</span>;
}

interface ShortenedProps {
  children: ReactNode;
  /** The full text, if the children are not plain text. */
  whole?: string;
}

/**
 * One line that is cut with an ellipsis if necessary. A cut line can be focused and shows its full text on hover and
 * focus.
 */
export function Shortened({ children, whole }: ShortenedProps) {
  const line = useRef<HTMLSpanElement>(null);
  const cut = useOverflow(line);
  return (
    <Tip label={whole ?? children} disabled={!cut} multiline maw="24rem">
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- text that is cut must be readable by keyboard */}
      <span ref={line} className={classes['shortened']} tabIndex={cut ? 0 : undefined}>
        {children}
      </span>
    </Tip>
  );
}
