import { IconKey, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { useZones } from '@shared/format/display-zone';
import { formatDateClock } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { ListNotice } from '@shared/state/list-notice';
import { EmptyValue, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DataTable } from '@shared/table/data-table';
import { DateCell } from '@shared/table/date-cell';
import { useList } from '@shared/table/use-list';
import { CardHead } from '@shared/ui/card';
import { StatusPill } from '@shared/ui/status-pill';

import { type Client, type ClientPrograms as Programs, clientProgramsOptions } from './client-queries';
import classes from './clients.module.css';
import { programTexts } from './program-texts';

type Key = Programs['keys'][number];
type Endpoint = Programs['endpoints'][number];

/** How many scopes a key has that may do everything. */
const allScopes = 8;
const keysWidth = 60;
const endpointsWidth = 48;

function Scopes({ scopes }: { scopes: Key['scopes'] }) {
  const texts = useTexts(programTexts);
  return scopes.length === allScopes ? texts.everything : scopes.join(', ');
}

function KeyName({ apiKey, name }: Key) {
  const texts = useTexts(programTexts);
  return <TwoLines caption={name || texts.unnamed}>{apiKey}</TwoLines>;
}

function Addresses({ addresses }: { addresses: Key['addresses'] }) {
  const texts = useTexts(programTexts);
  return addresses.length === 0 ? texts.anywhere : addresses.join(', ');
}

function KeyState({ state }: Key) {
  const texts = useTexts(programTexts);
  const tones = { active: 'done', rolled: 'waiting', ended: 'cancelled' } as const;
  return <StatusPill tone={tones[state]}>{texts.states[state]}</StatusPill>;
}

function EndpointState({ state, offReason, failingSince }: Endpoint) {
  const texts = useTexts(programTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const tones = { active: 'done', failing: 'failed', off: 'cancelled' } as const;
  const reasons: Record<string, string> = texts.offReasons;
  const since = failingSince === null ? undefined : texts.failingSince(formatDateClock(failingSince, shown, language));
  return (
    <TwoLines caption={state === 'off' ? reasons[offReason] : since}>
      <StatusPill tone={tones[state]}>{texts.endpointStates[state]}</StatusPill>
    </TwoLines>
  );
}

const head = columnHead(programTexts, 'columns');

const keyColumns: ListColumns<Key> = [
  { id: 'apiKey', header: head('apiKey'), cell: (key) => <KeyName {...key} />, look: { skeleton: 'two-lines' } },
  { id: 'scopes', header: head('scopes'), cell: Scopes, look: { width: 14, skeleton: 'line' } },
  { id: 'addresses', header: head('addresses'), cell: Addresses, look: { width: 12, skeleton: 'line' } },
  { id: 'state', header: head('state'), cell: (key) => <KeyState {...key} />, look: { width: 8, skeleton: 'pill' } },
  {
    id: 'lastUsedAt',
    header: head('lastUsedAt'),
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? <EmptyValue /> : <DateCell at={lastUsedAt} />),
    look: { width: 10, skeleton: 'two-lines' },
  },
];

const endpointHead = columnHead(programTexts, 'endpointColumns');

const endpointColumns: ListColumns<Endpoint> = [
  { id: 'address', header: endpointHead('address'), cell: ({ address }) => address, look: { skeleton: 'line' } },
  {
    id: 'endpointState',
    header: endpointHead('endpointState'),
    cell: (endpoint) => <EndpointState {...endpoint} />,
    look: { width: 14, skeleton: 'pill' },
  },
  {
    id: 'createdAt',
    header: endpointHead('createdAt'),
    cell: ({ createdAt }) => <DateCell at={createdAt} />,
    look: { width: 10, skeleton: 'two-lines' },
  },
];

/** The API keys and webhook endpoints of a client, for those who help its developers. */
export function ClientPrograms({ client }: { client: Client }) {
  const texts = useTexts(programTexts);
  const load = useQuery(clientProgramsOptions(client.id));
  const keys = useList(load, load.data?.keys, {
    failed: texts.keysFailed,
    empty: (
      <ListNotice icon={IconKey} title={texts.noKeys}>
        {texts.noKeysText}
      </ListNotice>
    ),
  });
  const endpoints = useList(load, load.data?.endpoints, {
    failed: texts.endpointsFailed,
    empty: (
      <ListNotice icon={IconWebhook} title={texts.noEndpoints}>
        {texts.noEndpointsText}
      </ListNotice>
    ),
  });
  return (
    <div className={classes['page']}>
      <DataTable
        label={texts.keys}
        columns={keyColumns}
        view={keys.view}
        rowId={({ id }) => id}
        lines={2}
        skeletonRows={2}
        minWidth={keysWidth}
        head={<CardHead title={texts.keys} />}
      />
      {!load.isPending && (
        <DataTable
          label={texts.endpoints}
          columns={endpointColumns}
          view={endpoints.view}
          rowId={({ id }) => id}
          lines={2}
          skeletonRows={2}
          minWidth={endpointsWidth}
          head={<CardHead title={texts.endpoints} />}
        />
      )}
    </div>
  );
}
