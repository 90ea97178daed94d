import type { ReactNode } from 'react';

import { Logo } from '@shared/ui/logo';

import classes from './print-sheet.module.css';

interface PrintSheetProps {
  /** The kind of document, its title. */
  title: string;
  /** Below the title: what it is about. */
  about: string;
  /** The last line: what names the document, and when it was made. */
  foot: string;
  children: ReactNode;
}

/**
 * A document of A4 paper. The screen shows it as a sheet, in light colours in both themes; printing gives the sheet
 * alone, without the shell and without what is in `ScreenOnly`. The browser numbers the pages.
 */
export function PrintSheet({ title, about, foot, children }: PrintSheetProps) {
  return (
    // On narrow screens the sheet scrolls in its frame, for the keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes['frame']} role="region" aria-label={`${title}, ${about}`} tabIndex={0}>
      <article className={classes['sheet']} data-paper>
        <header className={classes['head']}>
          <Logo />
          <div className={classes['names']}>
            <h2 className={classes['title']}>{title}</h2>
            <p className={classes['about']}>{about}</p>
          </div>
        </header>
        {children}
        <footer className={classes['foot']}>{foot}</footer>
      </article>
    </div>
  );
}

/** What is on the screen and not on paper: titles, filters and buttons around a `PrintSheet`. */
export function ScreenOnly({ children }: { children: ReactNode }) {
  return <div className={classes['screenOnly']}>{children}</div>;
}

/** Facts at the head of a sheet, side by side. */
export function PaperFacts({ children }: { children: ReactNode }) {
  return <dl className={classes['facts']}>{children}</dl>;
}

/** One of the `PaperFacts`: a name, the value, and a remark below it. */
export function PaperFact({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <div>
      <dt className={classes['name']}>{name}</dt>
      <dd className={classes['value']}>{children}</dd>
      {note === undefined ? null : <dd className={classes['note']}>{note}</dd>}
    </div>
  );
}

/** A titled part of a sheet. */
export function PaperPart({
  title,
  note,
  children,
}: {
  title: string;
  note?: string | undefined;
  children: ReactNode;
}) {
  return (
    <section className={classes['part']}>
      <h3 className={classes['partTitle']}>
        {title} {note === undefined ? null : <span className={classes['partNote']}>{note}</span>}
      </h3>
      {children}
    </section>
  );
}

interface PaperTableProps {
  /** Names of the columns; those from `figures` on are right-aligned. */
  heads: readonly string[];
  figures: number;
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  /** The last line; with `final` it ends with the double rule of a finished sum. */
  total?: readonly ReactNode[] | undefined;
  final?: boolean;
  label: string;
}

/** A table on paper. Its head is repeated on each page, and no row is cut. */
export function PaperTable({ heads, figures, rows, total, final = false, label }: PaperTableProps) {
  const align = (index: number) => (index >= figures ? 'end' : undefined);
  return (
    <table className={classes['table']} aria-label={label}>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <th key={head} scope="col" data-align={align(index)}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, index) => (
              <td key={heads[index]} data-align={align(index)}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {total === undefined ? null : (
        <tfoot data-final={final || undefined}>
          <tr>
            {total.map((cell, index) => (
              <td key={heads[index]} data-align={align(index)}>
                {cell}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}
