import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconSearchOff } from '@tabler/icons-react';

import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { DataTable } from '@shared/table/data-table';
import { ListNotice } from '@shared/state/list-notice';
import { PageField } from '@shared/table/page-field';
import { tableTexts } from '@shared/table/table-texts';

import { linesPerPage, type LineRow, pagesOf } from './detail-rules';
import { scheduledDetailTexts } from './scheduled-detail-texts';
import classes from './detail.module.css';
import { lineTableMinWidth, lineColumns, LinePhoneRow } from './line-columns';

const idOf = (row: LineRow) => String(row.line);

interface OrderLinesProps {
  /** The lines of a page. Undefined while they are loaded. */
  rows: LineRow[] | undefined;
  quantity: number;
  /** The rows are those of the filter before. */
  waiting: boolean;
}

/** The lines of a page. */
export function OrderLines({ rows, quantity, waiting }: OrderLinesProps) {
  const texts = useTexts(scheduledDetailTexts);
  const detailed = rows?.some(({ name, amount }) => Boolean(name) || typeof amount === 'number') ?? false;
  const none = (
    <ListNotice icon={IconSearchOff} title={texts.noLine}>
      {texts.noLineText}
    </ListNotice>
  );
  return (
    <div className={classes['lines']}>
      <DataTable
        label={texts.lines}
        columns={lineColumns}
        view={
          rows === undefined
            ? { kind: 'loading' }
            : rows.length === 0
              ? { kind: 'notice', notice: none }
              : { kind: 'rows', rows, waiting }
        }
        rowId={idOf}
        lines={detailed ? 2 : 1}
        minWidth={lineTableMinWidth}
        rowsOnTablets
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

/** 'Rows 1–10 of 320', a field for the page and two arrows, in the foot of the dialog. */
export function LinePager({ page, quantity, onPage }: LinePagerProps) {
  const texts = useTexts(scheduledDetailTexts);
  const { rows, noRows } = useTexts(tableTexts);
  const pages = pagesOf(quantity);
  const first = (page - 1) * linesPerPage + 1;
  const last = Math.min(quantity, first + linesPerPage - 1);
  return (
    <nav className={classes['pager']} aria-label={texts.lines}>
      <span>
        {quantity === 0 ? noRows : rows(groupThousands(first), groupThousands(last), groupThousands(quantity))}
      </span>
      <ActionIcon variant="default" aria-label={texts.previous} disabled={page === 1} onClick={() => onPage(page - 1)}>
        <IconChevronLeft aria-hidden />
      </ActionIcon>
      {pages > 1 && <PageField page={page} pages={pages} onPage={onPage} />}
      <ActionIcon variant="default" aria-label={texts.next} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <IconChevronRight aria-hidden />
      </ActionIcon>
    </nav>
  );
}
