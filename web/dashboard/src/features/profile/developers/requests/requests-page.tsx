import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

import { Checkbox } from '@mantine/core';
import { IconPlugOff, IconTransferVertical } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';

import { useZones } from '@shared/format/display-zone';
import { formatDateTime } from '@shared/format/local-time';
import { useToday } from '@shared/format/use-today';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { type ListAddress, useListAddress } from '@shared/list/list-address';
import { type ListDeclaration, ListPage } from '@shared/list/list-page';
import { notifySuccess } from '@shared/notify/notify';
import { NoMatchNotice } from '@shared/state/empty-notice';
import { lazyPart } from '@shared/state/lazy-part';
import { ListNotice } from '@shared/state/list-notice';
import { CursorPager } from '@shared/table/cursor-pager';
import { Note } from '@shared/ui/note';
import { firstKeysetPage, keysetPageBefore } from '@shared/url/keyset-page';

import { DevelopersFrame } from '../developers-frame';
import { PanelSkeleton } from '../panel-skeleton';
import { requestColumns, RequestContext } from './request-columns';
import { RequestFilters } from './request-filters';
import {
  type LoggedRequest,
  maskNumbersOptions,
  requestListOptions,
  type RequestPage,
  requestsPerPage,
} from './request-queries';
import type { RequestSearch } from './request-search';
import { requestTexts } from './request-texts';
import classes from './requests.module.css';

const route = getRouteApi('/_app/profile/developers_/requests');

const RequestDetail = lazyPart(async () => (await import('./request-detail')).RequestDetail, <PanelSkeleton />);

const requestList: ListDeclaration<LoggedRequest, RequestSearch> = {
  texts: requestTexts,
  icon: IconTransferVertical,
  columns: requestColumns,
  rowId: ({ id }) => id,
  lines: 1,
  minWidth: 56,
  pageSize: requestsPerPage,
  skeletonRows: 9,
  narrowedBy: ['query', 'method', 'status', 'route', 'key', 'day'],
};

/** The calls of the client's programs, with what was sent and answered. */
export function RequestsPage() {
  return (
    <DevelopersFrame>
      <Requests address={useListAddress<RequestSearch>(route.useSearch())} />
    </DevelopersFrame>
  );
}

function Requests({ address }: { address: ListAddress<RequestSearch> }) {
  const { search, filter, turn, open, replace } = address;
  const { shown } = useZones();
  const today = useToday(shown);
  const load = useQuery(requestListOptions(search, shown));
  const page = load.data;
  const cells = useMemo(() => {
    const toggle = ({ id }: LoggedRequest) =>
      search.request === id ? replace({ ...search, request: undefined }) : open({ ...search, request: id });
    return { openId: search.request, toggle, today };
  }, [search, open, replace, today]);
  const change = (next: RequestSearch) => filter({ ...next, ...firstKeysetPage, request: undefined });
  const next = page?.next
    ? { ...search, request: undefined, page: (search.page ?? 1) + 1, before: page.next, after: undefined }
    : null;
  return (
    <RequestContext value={cells}>
      {page && !page.on && page.data.length > 0 && <OffNote />}
      <ListPage
        list={requestList}
        address={{ ...address, filter: change }}
        query={load}
        rows={page?.data}
        onOpen={cells.toggle}
        openId={search.request}
        renderOpened={({ id }) => <RequestDetail id={id} />}
        empty={page && emptyNotice(page, next && (() => turn(next)))}
        filters={<RequestFilters search={search} keys={page?.keys ?? []} onSearch={change} />}
        renderPager={(view) =>
          view.kind !== 'notice' && (
            <CursorPager
              page={search.page ?? 1}
              pageSize={requestsPerPage}
              view={view}
              next={() => next}
              previous={(rows) => {
                const before = keysetPageBefore(search.page, rows, ({ id }) => id);
                return before && { ...search, request: undefined, ...before };
              }}
              onSearch={turn}
            />
          )
        }
      />
      {page && <Foot page={page} />}
    </RequestContext>
  );
}

/** Why there are no rows, where the list's own texts don't know. */
function emptyNotice(page: RequestPage, further: (() => void) | null): ReactNode {
  if (further && page.searchedTo) return <SearchedNotice to={page.searchedTo} onFurther={further} />;
  return page.on ? undefined : <OffNotice />;
}

function OffNotice() {
  const { off } = useTexts(requestTexts);
  return (
    <ListNotice icon={IconPlugOff} title={off.title}>
      {off.text}
    </ListNotice>
  );
}

function OffNote() {
  return <Note>{useTexts(requestTexts).off.note}</Note>;
}

function SearchedNotice({ to, onFurther }: { to: string; onFurther: () => void }) {
  const { further } = useTexts(requestTexts);
  const language = useLanguage();
  const { shown } = useZones();
  return (
    <NoMatchNotice title={further.title} remedy={{ text: further.button, onPress: onFurther }}>
      {further.text(formatDateTime(to, shown, language))}
    </NoMatchNotice>
  );
}

/** How long requests are kept, how far they were searched, and what is masked in them. */
function Foot({ page: { data, searchedTo, maskNumbers } }: { page: RequestPage }) {
  const texts = useTexts(requestTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const mask = useMutation(maskNumbersOptions());
  return (
    <div className={classes['foot']}>
      <span>
        {searchedTo && data.length > 0 && `${texts.further.note(formatDateTime(searchedTo, shown, language))} `}
        {texts.kept}
      </span>
      <Checkbox
        label={texts.mask}
        checked={mask.isPending ? mask.variables : maskNumbers}
        disabled={mask.isPending}
        onChange={({ currentTarget: { checked } }) =>
          mask.mutate(checked, { onSuccess: () => notifySuccess(checked ? texts.masked : texts.shown) })
        }
      />
    </div>
  );
}
