import { IconCashBanknote } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';

import { formatAge } from '@/age/age';
import { ageTexts } from '@/age/age-texts';
import { ShowMore } from '@/lists/show-more';
import { useTexts } from '@shared/i18n/texts';
import { useListAddress } from '@shared/list/list-address';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { ListNotice } from '@shared/state/list-notice';
import { AmountCell } from '@shared/table/cells';
import { DataTable } from '@shared/table/data-table';
import { FilterChoice } from '@shared/table/filter-choice';
import { FilterRow } from '@shared/table/filter-row';
import { SearchField } from '@shared/table/search-field';
import { useList } from '@shared/table/use-list';

import { ActContext, suspenseColumns, type SuspenseAct } from './suspense-columns';
import { type SuspensePage, suspenseOptions, type Transfer } from './topup-queries';
import { topupTexts } from './topup-texts';
import classes from './topups.module.css';

const route = getRouteApi('/_app/topups');

const AssignDialog = lazyDialog(async () => (await import('./assign-dialog')).AssignDialog);
const ReturnDialog = lazyDialog(async () => (await import('./transfer-dialogs')).ReturnDialog);
const NoteDialog = lazyDialog(async () => (await import('./transfer-dialogs')).NoteDialog);

const tableWidth = 66;

/** The transfers that were credited to nobody, with whom they were probably meant for. */
export function SuspenseTab() {
  const texts = useTexts(topupTexts);
  const { search, bank } = route.useSearch();
  const list = useInfiniteQuery(suspenseOptions(search, bank));
  const [first] = list.data?.pages ?? [];
  const narrowed = search !== undefined || bank !== undefined;
  const { view } = useList(
    list,
    list.data?.pages.flatMap(({ data }) => data),
    {
      failed: texts.suspense.failed,
      empty: (
        <ListNotice icon={IconCashBanknote} title={narrowed ? texts.suspense.noMatch : texts.suspense.none}>
          {narrowed ? '' : texts.suspense.noneText}
        </ListNotice>
      ),
    },
  );
  const [opened, setOpened] = useState<{ act: SuspenseAct; transfer: Transfer }>();
  const [openDialog] = useState(() => (act: SuspenseAct, transfer: Transfer) => setOpened({ act, transfer }));
  const transferOf = (act: SuspenseAct) => (opened?.act === act ? opened.transfer : undefined);
  const dialog = { limit: first?.limit ?? 0, onClose: () => setOpened(undefined) };
  return (
    <ActContext value={openDialog}>
      <div className={classes['page']}>
        <Filters banks={first?.banks ?? []} />
        <DataTable
          label={texts.suspense.table}
          columns={suspenseColumns}
          view={view}
          rowId={({ id }) => id}
          lines={3}
          skeletonRows={5}
          minWidth={tableWidth}
          footer={
            <>
              <ShowMore list={list} />
              {first && first.transfers > 0 && <Total page={first} now={list.dataUpdatedAt} />}
            </>
          }
        />
        <p className={classes['hint']}>{texts.suspense.hint}</p>
      </div>
      <AssignDialog transfer={transferOf('assign')} {...dialog} />
      <ReturnDialog transfer={transferOf('return')} {...dialog} />
      <NoteDialog transfer={transferOf('note')} {...dialog} />
    </ActContext>
  );
}

function Filters({ banks }: { banks: readonly string[] }) {
  const texts = useTexts(topupTexts);
  const { search, filter } = useListAddress(route.useSearch());
  return (
    <FilterRow
      search={
        <SearchField
          value={search.search ?? ''}
          {...texts.search}
          onSearch={(text) => filter({ ...search, search: text || undefined })}
        />
      }
      fields={
        <FilterChoice
          label={texts.bank}
          all={texts.allBanks}
          options={banks.map((bank) => ({ value: bank, label: bank }))}
          value={search.bank ?? null}
          onChange={(bank) => filter({ ...search, bank: bank ?? undefined })}
        />
      }
      active={[search.bank]}
    />
  );
}

function Total({ page, now }: { page: SuspensePage; now: number }) {
  const { suspense } = useTexts(topupTexts);
  const units = useTexts(ageTexts);
  const { transfers, amount, oldestAt } = page;
  return (
    <div className={classes['total']}>
      <span>
        <strong>{suspense.total}</strong> {suspense.count(transfers)}
        {oldestAt !== null && `, ${suspense.oldest(formatAge(oldestAt, now, units))}`}
      </span>
      <span className={classes['sum']}>
        <AmountCell value={amount} prefix="Rp" />
      </span>
    </div>
  );
}
