import { IconHistory } from '@tabler/icons-react';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { useZones } from '@shared/format/display-zone';
import { useToday } from '@shared/format/use-today';
import { useTexts } from '@shared/i18n/texts';
import { useListAddress } from '@shared/list/list-address';
import { type ListDeclaration, ListPage } from '@shared/list/list-page';
import { Page } from '@shared/app/page';
import { subPageTexts } from '@/navigation/sub-pages';

import { eventsOptions, type SettlementEvent } from '../settlement-queries';
import type { EventSearch } from '../settlement-search';
import { settlementTexts } from '../settlement-texts';
import classes from '../settlement.module.css';
import { usePeriodName } from '../periods/period-name';
import { WithSettlement } from '../with-settlement';
import { eventColumns, EventPhoneRow } from './event-columns';
import { EventFilters } from './event-filters';
import { eventParams, eventsPerPage } from './event-rules';
import { eventTexts } from './event-texts';

const route = getRouteApi('/_app/settlement_/$id/periods/$periodId');

const eventList: ListDeclaration<SettlementEvent, EventSearch> = {
  texts: eventTexts,
  icon: IconHistory,
  columns: eventColumns,
  rowId: ({ id }) => id,
  renderPhoneRow: (event) => <EventPhoneRow event={event} />,
  minWidth: 52,
  pageSize: eventsPerPage,
  skeletonRows: 10,
  narrowedBy: ['action', 'dateStart', 'dateEnd'],
};

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
  const { timesIn } = useTexts(settlementTexts);
  const { title } = useTexts(subPageTexts)['period-events'];
  const zones = useZones();
  const today = useToday(zones.client);
  const address = useListAddress(route.useSearch());
  const events = useQuery(useEventsOptions());
  return (
    <Page title={title} note={timesIn(zones.label)}>
      {events.data ? (
        <PeriodOfEvents from={events.data.from} to={events.data.to} />
      ) : (
        <p className={classes['periodOf']} aria-hidden />
      )}
      <ListPage
        list={eventList}
        address={address}
        query={events}
        rows={events.data?.data}
        hasNext={events.data?.has_next}
        filters={<EventFilters search={address.search} today={today} onSearch={address.filter} />}
      />
    </Page>
  );
}

/** The period that the page is about: 'Period 16 Nov – 22 Nov 2026'. */
function PeriodOfEvents({ from, to }: { from: string; to: string }) {
  const texts = useTexts(eventTexts);
  const name = usePeriodName({ from, to });
  return <p className={classes['periodOf']}>{texts.periodOf(name)}</p>;
}
