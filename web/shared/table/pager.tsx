import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { useTexts } from '@shared/i18n/texts';

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
  /** Text in place of the numbers of the rows. */
  indicator?: string;
}

/** 'Rows 1–10' and two arrow buttons, at the foot of the list. It is always visible. */
export function Pager({ page, pageSize, rowCount, onPrevious, onNext, indicator }: PagerProps) {
  const texts = useTexts(tableTexts);
  const first = (page - 1) * pageSize + 1;
  const range = rowCount === 0 ? texts.noRows : texts.rows(first, first + (rowCount ?? 0) - 1);
  return (
    <nav className={classes['pager']} aria-label={texts.pages}>
      <span className={classes['rows']}>{indicator ?? (rowCount === undefined ? '' : range)}</span>
      <Arrow label={texts.previous} onPress={onPrevious} icon={<IconChevronLeft aria-hidden />} />
      <span className={classes['page']} aria-current="page">
        {texts.page(page)}
      </span>
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
