import type { TablerIcon } from '@tabler/icons-react';
import type { UseMutationOptions, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { ListColumns } from '@shared/table/columns';
import { DataTable, type ListView } from '@shared/table/data-table';
import { ListNotice } from '@shared/state/list-notice';
import { useList } from '@shared/table/use-list';
import { CardHead } from '@shared/ui/card';

import { RemovalProvider, useRemoval } from '@shared/overlay/removal';
import { RemovalQuestion, type RemovalTexts } from '@shared/overlay/removal-question';
import classes from './removable-list.module.css';

/** Texts of a list and of the removal of a row. */
interface RemovableListTexts<Row> extends RemovalTexts<Row> {
  title: string;
  loadFailed: string;
  none: string;
  noneText: string;
}

interface RemovableListProps<Row extends { id: string }, Answer> {
  texts: RemovableListTexts<Row>;
  rows: UseQueryResult<Row[]>;
  /** Removes a row and loads the rows again. */
  removal: UseMutationOptions<Answer, Error, Row>;
  /** A remark below the title. A space keeps its line empty. */
  hint: ReactNode;
  /** The main action of the list. */
  action?: ReactNode;
  /** The search and the pager of a list with pages. */
  search?: ReactNode;
  renderPager?: (view: ListView<Row>) => ReactNode;
  /** Notice for an empty list; shows `none` and `noneText` unless given. */
  empty?: ReactNode;
  columns: ListColumns<Row>;
  /** Width below which the table scrolls inside its card, in rem. */
  minWidth: number;
  expectedRows: number;
  lines?: 1 | 2;
  icon: TablerIcon;
}

const idOf = (row: { id: string }) => row.id;

/** A card with title, main action and a table whose rows can be removed after a confirmation. */
export function RemovableList<Row extends { id: string }, Answer>(props: RemovableListProps<Row, Answer>) {
  const { texts, rows, hint, action, icon, expectedRows, lines = 2 } = props;
  const removal = useRemoval(rows.data);
  const { view } = useList(rows, rows.data, {
    failed: texts.loadFailed,
    empty: props.empty ?? (
      <ListNotice icon={icon} title={texts.none}>
        {texts.noneText}
      </ListNotice>
    ),
  });
  return (
    <RemovalProvider value={removal.ask}>
      <DataTable
        label={texts.title}
        head={
          <>
            <CardHead title={texts.title} hint={hint} action={action} id={removal.titleId} />
            {props.search ? <div className={classes['search']}>{props.search}</div> : null}
          </>
        }
        columns={props.columns}
        view={view}
        rowId={idOf}
        lines={lines}
        minWidth={props.minWidth}
        skeletonRows={expectedRows}
        footer={props.renderPager?.(view)}
      />
      <RemovalQuestion removal={removal} mutation={props.removal} texts={texts} />
    </RemovalProvider>
  );
}
