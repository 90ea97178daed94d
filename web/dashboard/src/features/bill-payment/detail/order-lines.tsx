import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';

import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { DataTable } from '@shared/table/data-table';

import { linesPerPage, type LineRow, pagesOf } from './detail-rules';
import { detailTexts } from './detail-texts';
import classes from './detail.module.css';
import { leastWidth, lineColumns, LinePhoneRow } from './line-columns';

const idOf = (row: LineRow) => String(row.line);

/** The lines of a page. Undefined while they are loaded. */
export function OrderLines({ rows, quantity }: { rows: LineRow[] | undefined; quantity: number }) {
  const texts = useTexts(detailTexts);
  const detailed = rows?.some(({ name, amount }) => Boolean(name) || typeof amount === 'number') ?? false;
  return (
    <div className={classes['lines']}>
      <DataTable
        label={texts.lines}
        columns={lineColumns}
        view={rows ? { kind: 'rows', rows, waiting: false } : { kind: 'loading' }}
        rowId={idOf}
        lines={detailed ? 2 : 1}
        minWidth={leastWidth}
        renderPhoneRow={(row) => <LinePhoneRow row={row} />}
        skeletonRows={Math.min(quantity, linesPerPage)}
      />
    </div>
  );
}

interface LinePagerProps {
  page: number;
  quantity: number;
  onPage: (page: number) => void;
}

/** 'Rows 1–10 of 320' and two arrows, in the foot of the dialog. */
export function LinePager({ page, quantity, onPage }: LinePagerProps) {
  const texts = useTexts(detailTexts);
  const first = (page - 1) * linesPerPage + 1;
  return (
    <nav className={classes['pager']} aria-label={texts.lines}>
      <span>{texts.rowsOf(first, Math.min(quantity, first + linesPerPage - 1), groupThousands(quantity))}</span>
      <ActionIcon variant="default" aria-label={texts.previous} disabled={page === 1} onClick={() => onPage(page - 1)}>
        <IconChevronLeft aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={texts.next}
        disabled={page >= pagesOf(quantity)}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight aria-hidden />
      </ActionIcon>
    </nav>
  );
}
