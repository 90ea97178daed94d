import { IconChevronRight } from '@tabler/icons-react';
import { Link, type LinkOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { groupThousands } from '@shared/format/rupiah';

import classes from './count-rows.module.css';

export interface CountRow {
  name: string;
  count: number;
  note?: ReactNode;
  /** Where what is counted is listed. */
  link?: LinkOptions | undefined;
}

/** Names with how many there are, each a link to its list. */
export function CountRows({ rows }: { rows: readonly CountRow[] }) {
  return (
    <ul className={classes['rows']}>
      {rows.map((row) => (
        <li key={row.name} data-none={row.count === 0 || undefined}>
          <Row {...row} />
        </li>
      ))}
    </ul>
  );
}

function Row({ name, count, note, link }: CountRow) {
  const row = (
    <>
      <span>{name}</span>
      <span className={classes['note']}>{note}</span>
      <span className={classes['count']}>{groupThousands(count)}</span>
      {link ? <IconChevronRight aria-hidden /> : <span />}
    </>
  );
  return link ? (
    <Link {...link} className={classes['row']}>
      {row}
    </Link>
  ) : (
    <div className={classes['row']}>{row}</div>
  );
}
