import { IconMailbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { useTexts } from '@shared/i18n/texts';
import { type ListAddress, useListAddress } from '@shared/list/list-address';
import { ListNotice } from '@shared/state/list-notice';
import { ReferenceCell, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DataTable } from '@shared/table/data-table';
import { DateCell } from '@shared/table/date-cell';
import { FilterChoice } from '@shared/table/filter-choice';
import { FilterRow } from '@shared/table/filter-row';
import { SearchField } from '@shared/table/search-field';
import { useList } from '@shared/table/use-list';
import { Note } from '@shared/ui/note';
import { StatusPill } from '@shared/ui/status-pill';

import { type Notice, noticesOptions } from './job-queries';
import type { JobSearch } from './job-search';
import { noticeTexts } from './job-texts';
import classes from './jobs.module.css';
import { NoticeDetail } from './notice-detail';

const route = getRouteApi('/_app/jobs');

const head = columnHead(noticeTexts, 'columns');

const columns: ListColumns<Notice> = [
  {
    id: 'subject',
    header: head('subject'),
    cell: ({ subject }) => <ReferenceCell value={subject} />,
    look: { phone: 'title' },
  },
  { id: 'source', header: head('source'), cell: ({ source }) => source, look: { width: 14, phone: 'plain' } },
  {
    id: 'received',
    header: head('received'),
    cell: ({ receivedAt }) => <DateCell at={receivedAt} />,
    look: { width: 10, skeleton: 'two-lines' },
  },
  {
    id: 'state',
    header: head('state'),
    cell: (notice) => <State notice={notice} />,
    look: { width: 16, skeleton: 'two-lines', phone: 'end' },
  },
];

function State({ notice: { appliedAt, result, failed } }: { notice: Notice }) {
  const texts = useTexts(noticeTexts);
  const words = [result, failed > 0 ? texts.tries(failed) : ''].filter((one) => one !== '');
  return (
    <TwoLines caption={words.join(' · ')}>
      <StatusPill tone={appliedAt === null ? 'waiting' : 'done'}>
        {appliedAt === null ? texts.waits : texts.applied}
      </StatusPill>
    </TwoLines>
  );
}

/** What suppliers and banks reported by themselves, and what became of it. */
export function NoticesTab() {
  const texts = useTexts(noticeTexts);
  const address = useListAddress(route.useSearch());
  const { search, open, replace } = address;
  const load = useQuery(noticesOptions(search));
  const narrowed = search.source !== undefined || search.subject !== undefined || search.which !== undefined;
  const { view } = useList(load, load.data?.data, {
    failed: texts.failed,
    empty: <ListNotice icon={IconMailbox} title={narrowed ? texts.noMatch : texts.none} />,
  });
  const toggle = ({ id }: Notice) =>
    search.id === id ? replace({ ...search, id: undefined }) : open({ ...search, id });
  return (
    <div className={classes['page']}>
      <Filters address={address} list={load.data?.data ?? []} />
      {load.data?.more === true && <Note>{texts.more}</Note>}
      <DataTable
        label={texts.table}
        columns={columns}
        view={view}
        rowId={({ id }) => id}
        onOpen={toggle}
        openId={search.id}
        renderOpened={({ id }) => <NoticeDetail id={id} />}
        lines={2}
        minWidth={54}
      />
    </div>
  );
}

interface FiltersProps {
  address: ListAddress<JobSearch>;
  list: readonly Notice[];
}

/** The senders are those of the list, and the chosen one. */
function Filters({ address: { search, filter }, list }: FiltersProps) {
  const texts = useTexts(noticeTexts);
  const senders = [...list.map(({ source }) => source), ...(search.source === undefined ? [] : [search.source])];
  const sources = [...new Set(senders)].toSorted((a, b) => a.localeCompare(b));
  const change = (next: Partial<JobSearch>) => filter({ ...search, id: undefined, ...next });
  return (
    <FilterRow
      search={
        <SearchField
          value={search.subject ?? ''}
          label={texts.subject}
          placeholder={texts.subject}
          onSearch={(text) => change({ subject: text || undefined })}
        />
      }
      fields={
        <>
          <FilterChoice
            label={texts.source}
            all={texts.allSources}
            options={sources.map((value) => ({ value, label: value }))}
            value={search.source ?? null}
            onChange={(source) => change({ source: source ?? undefined })}
          />
          <FilterChoice
            label={texts.state}
            all={texts.all}
            options={[{ value: 'waiting' as const, label: texts.waiting }]}
            value={search.which ?? null}
            onChange={(which) => change({ which: which ?? undefined })}
          />
        </>
      }
      active={[search.source, search.which && texts.waiting]}
    />
  );
}
