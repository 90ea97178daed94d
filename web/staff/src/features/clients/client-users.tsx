import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createContext, use, useMemo, useState } from 'react';

import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { useZones } from '@shared/format/display-zone';
import { formatDateClock } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { ListNotice } from '@shared/state/list-notice';
import { EmptyValue, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DataTable } from '@shared/table/data-table';
import { DateCell } from '@shared/table/date-cell';
import { useList } from '@shared/table/use-list';
import { CardHead } from '@shared/ui/card';
import { StatusPill } from '@shared/ui/status-pill';

import { type Client, type ClientUser, clientUsersOptions } from './client-queries';
import classes from './clients.module.css';
import { userTexts } from './user-texts';

const HelpDialog = lazyDialog(async () => (await import('./user-dialogs')).HelpDialog);
const InviteDialog = lazyDialog(async () => (await import('./user-dialogs')).InviteDialog);

const tableWidth = 56;
const fewRows = 3;

const HelpContext = createContext<((user: ClientUser) => void) | undefined>(undefined);

function UserState({ user }: { user: ClientUser }) {
  const texts = useTexts(userTexts);
  const language = useLanguage();
  const { shown } = useZones();
  return (
    <span className={classes['tags']}>
      <StatusPill tone={user.active ? 'done' : 'cancelled'}>{user.active ? texts.active : texts.inactive}</StatusPill>
      {user.passwordExpired && <StatusPill tone="waiting">{texts.expired}</StatusPill>}
      {user.pinDisabled ? (
        <StatusPill tone="failed">{texts.pinDisabled}</StatusPill>
      ) : (
        user.pinLockedUntil !== null && <StatusPill tone="waiting">{texts.pinLocked}</StatusPill>
      )}
      {user.factorResetAt !== null && (
        <StatusPill tone="waiting">
          {texts.factorReset(formatDateClock(user.factorResetAt, shown, language))}
        </StatusPill>
      )}
    </span>
  );
}

function HelpButton({ user }: { user: ClientUser }) {
  const texts = useTexts(userTexts);
  const help = use(HelpContext);
  if (!help) return null;
  return (
    <Button variant="default" size="sm" aria-label={texts.helpNamed(user.username)} onClick={() => help(user)}>
      {texts.help}
    </Button>
  );
}

const head = columnHead(userTexts, 'columns');

const columns: ListColumns<ClientUser> = [
  {
    id: 'username',
    header: head('username'),
    cell: ({ username, fullName, email }) => <TwoLines caption={email}>{`${username} · ${fullName}`}</TwoLines>,
    look: { skeleton: 'two-lines' },
  },
  {
    id: 'roles',
    header: head('roles'),
    cell: ({ roles }) => (roles.length === 0 ? <EmptyValue /> : roles.join(', ')),
    look: { width: 10, skeleton: 'line' },
  },
  {
    id: 'state',
    header: head('state'),
    cell: (user) => <UserState user={user} />,
    look: { width: 14, skeleton: 'pill' },
  },
  {
    id: 'lastUsedAt',
    header: head('lastUsedAt'),
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? <EmptyValue /> : <DateCell at={lastUsedAt} />),
    look: { width: 10, skeleton: 'two-lines' },
  },
  {
    id: 'action',
    header: head('action'),
    cell: (user) => <HelpButton user={user} />,
    look: { width: 7, align: 'end', skeleton: 'icon', phone: 'end' },
  },
];

/** The users of a client, and the help for them. */
export function ClientUsers({ client }: { client: Client }) {
  const texts = useTexts(userTexts);
  const load = useQuery(clientUsersOptions(client.id));
  const { view } = useList(load, load.data, {
    failed: texts.failed,
    empty: (
      <ListNotice icon={IconUsers} title={texts.none}>
        {texts.noneText}
      </ListNotice>
    ),
  });
  const helps = useHasPermission(permission.userHelp);
  const invites = useHasPermission(permission.clientChange);
  const [helped, setHelped] = useState<ClientUser>();
  const [inviting, setInviting] = useState(false);
  const help = useMemo(() => (helps ? setHelped : undefined), [helps]);
  return (
    <HelpContext value={help}>
      <DataTable
        label={texts.table}
        columns={columns}
        view={view}
        rowId={({ id }) => id}
        lines={2}
        skeletonRows={fewRows}
        minWidth={tableWidth}
        head={
          <CardHead
            title={texts.table}
            action={
              invites && (
                <Button variant="default" onClick={() => setInviting(true)}>
                  {texts.invite}
                </Button>
              )
            }
          />
        }
      />
      <HelpDialog clientId={client.id} user={helped} onClose={() => setHelped(undefined)} />
      <InviteDialog clientId={client.id} opened={inviting} onClose={() => setInviting(false)} />
    </HelpContext>
  );
}
