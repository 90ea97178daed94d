import { type ReactNode, useRef } from 'react';
import { Tooltip } from '@mantine/core';

import { Amount, type AmountProps } from '@shared/format/amount';
import { GroupedNumber } from '@shared/format/grouped-number';
import { nothing } from '@shared/format/local-time';

import classes from './cells.module.css';
import { CopyIcon } from './copy-icon';
import { useOverflow } from './use-overflow';

/** A cell of two lines: the value, and what belongs to it in caption beneath. */
export function TwoLines({ children, caption }: { children: ReactNode; caption?: ReactNode }) {
  return (
    <div className={classes['lines']}>
      <div className={classes['value']}>{children}</div>
      {caption !== undefined && <div className={classes['caption']}>{caption}</div>}
    </div>
  );
}

/** Where a row leads: the address for a new tab, and what a plain press does. */
export interface RowLink {
  href: string;
  /** What is opened, for screen readers. */
  label: string;
  /** By this name the focus finds its way back to the link (`data-returns`). */
  anchor: string;
  onOpen: () => void;
}

interface NumberCellProps {
  value: string;
  copyLabel: string;
  /** Makes the number the link of its row. */
  link?: RowLink | undefined;
}

/** An id or number in mono, groups of four, with a copy icon that shows on hover and focus of its row. */
export function NumberCell({ value, copyLabel, link }: NumberCellProps) {
  if (value === '') return <Nothing />;
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

/** A reference in mono. It has its own rhythm, so it is not grouped, and a long one breaks rather than being cut. */
export function ReferenceCell({ value }: { value: string }) {
  return value === '' ? <Nothing /> : <span className={classes['reference']}>{value}</span>;
}

/** An amount in medium weight, its unit set back. */
export function AmountCell(props: AmountProps) {
  return (
    <span className={classes['amount']}>
      <Amount {...props} />
    </span>
  );
}

/** Secondary text of one line. */
export function TextCell({ children }: { children: string }) {
  return children === '' ? <Nothing /> : <span className={classes['text']}>{children}</span>;
}

/** The icon buttons of a row, Copy always last, so that icons line up where one is missing. */
export function ActionCell({ children }: { children: ReactNode }) {
  return <div className={classes['actions']}>{children}</div>;
}

/** What stands where there is no value. */
export function Nothing() {
  return <span className={classes['nothing']}>{nothing}</span>;
}

interface ShortenedProps {
  children: ReactNode;
  /** The line in words, where it is made of more than its text. */
  whole?: string;
}

/** One line that ends in an ellipsis where it has to; then it can be focused, and says the whole on hover and focus. */
export function Shortened({ children, whole }: ShortenedProps) {
  const line = useRef<HTMLSpanElement>(null);
  const cut = useOverflow(line);
  return (
    <Tooltip
      label={whole ?? children}
      disabled={!cut}
      events={{ hover: true, focus: true, touch: true }}
      multiline
      maw="24rem"
    >
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- text that is cut must be readable by keyboard */}
      <span ref={line} className={classes['shortened']} tabIndex={cut ? 0 : undefined}>
        {children}
      </span>
    </Tooltip>
  );
}
