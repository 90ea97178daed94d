import { IconHistory } from '@tabler/icons-react';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';

import { useZones } from '@shared/format/display-zone';
import { useToday } from '@shared/format/use-today';
import { useTexts } from '@shared/i18n/texts';
import { PageHeader } from '@shared/page/page-header';
import { DataTable } from '@shared/table/data-table';
import { EmptyNotice } from '@shared/state/empty-notice';
import { PagePager } from '@shared/table/page-pager';
import { useList } from '@shared/table/use-list';
import { subPageTexts } from '@/navigation/sub-pages';

import { eventsOptions, type SettlementEvent } from '../settlement-queries';
import type { EventSearch } from '../settlement-search';
import { settlementTexts } from '../settlement-texts';
import classes from '../settlement.module.css';
import { usePeriodName } from '../periods/period-name';
import { WithSettlement } from '../with-settlement';
import { eventColumns, EventPhoneRow, eventTableMinWidth } from './event-columns';
import { EventFilters } from './event-filters';
import { eventParams, eventsPerPage, isNarrowed } from './event-rules';
import { eventTexts } from './event-texts';

const route = getRouteApi('/_app/settlement_/$id/periods/$periodId');
const idOf = (event: SettlementEvent) => event.id;

/** The options of the query that the address asks for. */
function useEventsOptions() {
  const zones = useZones();
  const today = useToday(zones.client);
  const { id, periodId } = route.useParams();
  return eventsOptions(id, periodId, eventParams(route.useSearch(), zones.client, today));
}

/** The history of a period of the settlement, asked for beside the settlement. */
export function EventsPage() {
  usePrefetchQuery(useEventsOptions());
  return <WithSettlement>{() => <Events />}</WithSettlement>;
}

function Events() {
  const texts = useTexts(eventTexts);
  const { timesIn } = useTexts(settlementTexts);
  const { title } = useTexts(subPageTexts)['period-events'];
  const zones = useZones();
  const today = useToday(zones.client);
  const navigate = useNavigate();
  const search = route.useSearch();
  const events = useQuery(useEventsOptions());
  const go = (next: EventSearch) => void navigate({ to: '.', search: next });
  const { view } = useList(events, events.data?.data, {
    failed: texts.failed,
    empty: <NoEvents search={search} onSearch={go} />,
  });
  return (
    <>
      <PageHeader title={title} note={timesIn(zones.label)} />
      {events.data ? (
        <PeriodOfEvents from={events.data.from} to={events.data.to} />
      ) : (
        <p className={classes['periodOf']} aria-hidden />
      )}
      <div className={classes['page']}>
        <EventFilters search={search} today={today} onSearch={go} />
        <DataTable
          label={texts.table}
          columns={eventColumns}
          view={view}
          rowId={idOf}
          minWidth={eventTableMinWidth}
          renderPhoneRow={(event) => <EventPhoneRow event={event} />}
          footer={
            <PagePager
              page={search.page}
              pageSize={eventsPerPage}
              view={view}
              hasNext={events.data?.has_next}
              onPage={(page) => go({ ...search, page })}
            />
          }
        />
      </div>
    </>
  );
}

/** The period that the page is about: 'Period 16 Nov – 22 Nov 2026'. */
function PeriodOfEvents({ from, to }: { from: string; to: string }) {
  const texts = useTexts(eventTexts);
  const name = usePeriodName({ from, to });
  return <p className={classes['periodOf']}>{texts.periodOf(name)}</p>;
}

interface NoEventsProps {
  search: EventSearch;
  onSearch: (next: EventSearch) => void;
}

/** Says why there are no events, and offers what helps. */
function NoEvents({ search, onSearch }: NoEventsProps) {
  const { empty } = useTexts(eventTexts);
  const { title } = empty;
  return (
    <EmptyNotice
      icon={IconHistory}
      title={title}
      page={search.page}
      onBack={() => onSearch({ ...search, page: undefined })}
      chosen={
        isNarrowed(search) ? { by: 'filters', title, text: empty.narrowed, onClear: () => onSearch({}) } : undefined
      }
    >
      {empty.none}
    </EmptyNotice>
  );
}
