import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';

import { PageField } from './page-field';
import classes from './pager.module.css';
import { tableTexts } from './table-texts';

export interface PagerProps {
  /** Page number from 1. */
  page: number;
  pageSize: number;
  /** Number of rows on this page; undefined while loading. */
  rowCount: number | undefined;
  /** Opens the previous page; null on the first page. */
  onPrevious: (() => void) | null;
  /** Opens the next page; null on the last page, which is known by being short. */
  onNext: (() => void) | null;
  /** Rows on all pages, where they are known. */
  total?: number | undefined;
  /** Opens any page. With `total`, the number of the page is a field to type in. */
  onPage?: ((page: number) => void) | undefined;
}

/** 'Rows 1–10', or 'Rows 1–10 of 45', and two arrow buttons, at the foot of the list. It is always visible. */
export function Pager(props: PagerProps) {
  const { page, pageSize, rowCount, onPrevious, onNext, total, onPage } = props;
  const texts = useTexts(tableTexts);
  const first = (page - 1) * pageSize + 1;
  const last = first + (rowCount ?? 0) - 1;
  const pages = total === undefined ? 1 : Math.ceil(total / pageSize);
  const range =
    rowCount === 0
      ? texts.noRows
      : texts.rows(
          groupThousands(first),
          groupThousands(last),
          total === undefined ? undefined : groupThousands(total),
        );
  return (
    <nav className={classes['pager']} aria-label={texts.pages}>
      <span className={classes['rows']}>{rowCount === undefined ? '' : range}</span>
      <Arrow label={texts.previous} onPress={onPrevious} icon={<IconChevronLeft aria-hidden />} />
      {onPage && pages > 1 ? (
        <PageField page={page} pages={pages} onPage={onPage} />
      ) : (
        <span className={classes['page']} aria-current="page">
          {texts.page(page)}
        </span>
      )}
      <Arrow label={texts.next} onPress={onNext} icon={<IconChevronRight aria-hidden />} />
    </nav>
  );
}

interface ArrowProps {
  label: string;
  icon: ReactNode;
  onPress: (() => void) | null;
}

function Arrow({ label, icon, onPress }: ArrowProps) {
  return (
    <button
      type="button"
      className={classes['arrow']}
      aria-label={label}
      disabled={onPress === null}
      onClick={() => onPress?.()}
    >
      {icon}
    </button>
  );
}
