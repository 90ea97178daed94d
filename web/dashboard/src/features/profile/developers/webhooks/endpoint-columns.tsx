import { createContext, useContext } from 'react';

import { todayIn } from '@shared/format/calendar-day';
import { useZones } from '@shared/format/display-zone';
import { formatClock, formatDateOf } from '@shared/format/local-time';
import { percent } from '@shared/format/percent';
import { useToday } from '@shared/format/use-today';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { RemoveButton } from '@shared/overlay/removal';
import { EmptyValue, TextCell } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { StatusPill, type StatusTone } from '@shared/ui/status-pill';

import developers from '../developers.module.css';
import { StatusText } from '../status-text';
import { deliveryTexts } from './delivery-texts';
import { failureText } from './failure-text';
import { weekOf } from './health';
import type { Webhook } from './webhook-queries';
import { webhookTexts } from './webhook-texts';
import classes from './webhooks.module.css';

/** Shows an endpoint below the list. */
export const ShowEndpoint = createContext<(endpoint: Webhook) => void>(() => undefined);

const tones: Record<Webhook['state'], StatusTone> = { active: 'done', failing: 'waiting', off: 'cancelled' };

/** The state of an endpoint. */
export function EndpointState({ state }: { state: Webhook['state'] }) {
  const { states } = useTexts(webhookTexts).endpoints;
  return <StatusPill tone={tones[state]}>{states[state]}</StatusPill>;
}

function UrlCell({ endpoint }: { endpoint: Webhook }) {
  const texts = useTexts(webhookTexts).endpoints;
  const show = useContext(ShowEndpoint);
  return (
    <button
      type="button"
      className={`${classes['url']} ${developers['mono']}`}
      aria-label={texts.show(endpoint.url)}
      onClick={() => show(endpoint)}
    >
      {endpoint.url}
    </button>
  );
}

function EventsCell({ endpoint }: { endpoint: Webhook }) {
  const { eventCount } = useTexts(webhookTexts).endpoints;
  return <TextCell>{eventCount(endpoint.events.length)}</TextCell>;
}

function SuccessCell({ endpoint }: { endpoint: Webhook }) {
  const { delivered, total } = weekOf(endpoint);
  if (total === 0) return <EmptyValue />;
  return (
    <span className={classes['share']} data-failing={endpoint.state === 'failing' || undefined}>
      {percent(delivered, total)}
    </span>
  );
}

function LastCell({ endpoint: { last } }: { endpoint: Webhook }) {
  const texts = useTexts(deliveryTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const today = useToday(shown);
  if (!last) return <EmptyValue />;
  const isToday = todayIn(shown, new Date(last.at)) === today;
  return (
    <span className={classes['last']}>
      <StatusText status={last.status} failure={failureText(last.failure, texts)} />{' '}
      <time dateTime={last.at}>{isToday ? formatClock(last.at, shown) : formatDateOf(last.at, shown, language)}</time>
    </span>
  );
}

function RemoveCell({ endpoint }: { endpoint: Webhook }) {
  const texts = useTexts(webhookTexts).remove;
  return <RemoveButton id={endpoint.id} text={texts.remove} label={texts.removeNamed(endpoint.url)} />;
}

const head = columnHead(webhookTexts, 'endpoints');

/** The columns of the client's endpoints. */
export const endpointColumns: ListColumns<Webhook> = [
  { id: 'url', header: head('url'), cell: (row) => <UrlCell endpoint={row} />, look: { skeleton: 'line' } },
  {
    id: 'events',
    header: head('events'),
    cell: (row) => <EventsCell endpoint={row} />,
    look: { width: 6.5, skeleton: 'line' },
  },
  {
    id: 'state',
    header: head('state'),
    cell: (row) => <EndpointState state={row.state} />,
    look: { width: 7, skeleton: 'pill' },
  },
  {
    id: 'success',
    header: head('success'),
    cell: (row) => <SuccessCell endpoint={row} />,
    look: { width: 7.5, align: 'end', skeleton: 'line' },
  },
  {
    id: 'last',
    header: head('last'),
    cell: (row) => <LastCell endpoint={row} />,
    look: { width: 9, skeleton: 'line' },
  },
  {
    id: 'action',
    header: head('action'),
    cell: (row) => <RemoveCell endpoint={row} />,
    look: { width: 7.5, align: 'end', skeleton: 'icon', phone: 'end' },
  },
];
