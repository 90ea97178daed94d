import { createContext, useContext } from 'react';

import { type Day, todayIn } from '@shared/format/calendar-day';
import { useZones } from '@shared/format/display-zone';
import { formatClock, formatDateOf } from '@shared/format/local-time';
import { type Language, useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { ReferenceCell, Shortened } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';

import { developerTexts } from '../developer-texts';
import developers from '../developers.module.css';
import { durationText } from '../duration';
import { RowToggle } from '../row-toggle';
import { StatusText } from '../status-text';
import type { LoggedRequest } from './request-queries';
import { requestTexts } from './request-texts';
import classes from './requests.module.css';

interface Requests {
  /** Id of the request that is open. */
  openId: string | undefined;
  toggle: (request: LoggedRequest) => void;
  today: Day;
}

/** What the cells of the list do. */
export const RequestContext = createContext<Requests>({ openId: undefined, toggle: () => undefined, today: '' });

/** The time of a request with its milliseconds: '14:32:41.208', with its day if that isn't today. */
function requestTime(at: string, zone: string, language: Language, today: Day): string {
  const moment = new Date(at);
  const clock = `${formatClock(moment, zone)}.${String(moment.getUTCMilliseconds()).padStart(3, '0')}`;
  return todayIn(zone, moment) === today ? clock : `${formatDateOf(moment, zone, language)}, ${clock}`;
}

function TimeCell({ request }: { request: LoggedRequest }) {
  const texts = useTexts(requestTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const { openId, toggle, today } = useContext(RequestContext);
  const time = requestTime(request.at, shown, language, today);
  return (
    <RowToggle
      opened={openId === request.id}
      label={texts.open(`${request.method} ${request.target}`, time)}
      onToggle={() => toggle(request)}
    >
      <time dateTime={request.at}>{time}</time>
    </RowToggle>
  );
}

function RequestCell({ request: { method, target } }: { request: LoggedRequest }) {
  return (
    <span className={developers['mono']}>
      <Shortened whole={`${method} ${target}`}>
        <span className={classes['method']}>{method}</span> {target}
      </Shortened>
    </span>
  );
}

function KeyCell({ request: { key } }: { request: LoggedRequest }) {
  return <span className={developers['mono']}>{useTexts(requestTexts).keyEnding(key)}</span>;
}

function TookCell({ request }: { request: LoggedRequest }) {
  return durationText(request.took, useTexts(developerTexts));
}

const head = columnHead(requestTexts, 'columns');

/** The columns of the log. */
export const requestColumns: ListColumns<LoggedRequest> = [
  {
    id: 'time',
    header: head('time'),
    cell: (row) => <TimeCell request={row} />,
    look: { width: 13.5, minWidth: 9, skeleton: 'line', phone: 'title' },
  },
  {
    id: 'request',
    header: head('request'),
    cell: (row) => <RequestCell request={row} />,
    look: { skeleton: 'line', phone: 'plain' },
  },
  {
    id: 'status',
    header: head('status'),
    cell: (row) => <StatusText status={row.status} />,
    look: { width: 4.25, skeleton: 'line', phone: 'end' },
  },
  {
    id: 'key',
    header: head('key'),
    cell: (row) => <KeyCell request={row} />,
    look: { width: 4.75, skeleton: 'line' },
  },
  {
    id: 'reference',
    header: head('reference'),
    cell: (row) => <ReferenceCell value={row.reference} />,
    look: { width: 9, skeleton: 'line' },
  },
  {
    id: 'took',
    header: head('took'),
    cell: (row) => <TookCell request={row} />,
    look: { width: 5, align: 'end', skeleton: 'line' },
  },
  {
    id: 'address',
    header: head('address'),
    cell: (row) => <span className={developers['mono']}>{row.address}</span>,
    look: { width: 8.5, skeleton: 'line' },
  },
];
