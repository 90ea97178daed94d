import { useState } from 'react';

import { useTexts } from '@shared/i18n/texts';

import classes from './pager.module.css';
import { tableTexts } from './table-texts';

interface PageFieldProps {
  /** The open page, from 1. */
  page: number;
  /** The number of pages. */
  pages: number;
  onPage: (page: number) => void;
}

/** 'Page 3 of 12' with a field for the number: Enter or leaving it opens that page. Too high a number opens the last one. */
export function PageField({ page, pages, onPage }: PageFieldProps) {
  const texts = useTexts(tableTexts);
  const [typed, setTyped] = useState(String(page));
  const [lastPage, setLastPage] = useState(page);
  if (lastPage !== page) {
    setLastPage(page);
    setTyped(String(page));
  }
  function open() {
    const target = Math.min(pages, Math.max(1, Number(typed)));
    setTyped(String(typed === '' ? page : target));
    if (typed !== '' && target !== page) onPage(target);
  }
  return (
    <span className={classes['jump']}>
      {texts.pageWord}
      <input
        className={classes['field']}
        aria-label={texts.openPage(pages)}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value.replaceAll(/\D/gu, '').slice(0, 6))}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={open}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          open();
        }}
      />
      {texts.ofPages(pages)}
    </span>
  );
}
