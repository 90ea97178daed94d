import { Button } from '@mantine/core';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createContext, use, useState } from 'react';

import { permission } from '@/session/permissions';
import { Page } from '@shared/app/page';
import { useTexts } from '@shared/i18n/texts';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { ListNotice } from '@shared/state/list-notice';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { EmptyValue, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DataTable } from '@shared/table/data-table';
import { DateCell } from '@shared/table/date-cell';
import { useList } from '@shared/table/use-list';
import { Card } from '@shared/ui/card';
import { StatusPill } from '@shared/ui/status-pill';

import { type Colleague, peopleOptions, rolesOptions } from './people-queries';
import { peopleTexts } from './people-texts';
import { permissionTexts } from './permission-texts';
import classes from './people.module.css';

const AddDialog = lazyDialog(async () => (await import('./people-dialogs')).AddDialog);
const RoleDialog = lazyDialog(async () => (await import('./people-dialogs')).RoleDialog);
const SwitchOffDialog = lazyDialog(async () => (await import('./people-dialogs')).SwitchOffDialog);

const tableWidth = 60;
const fewRows = 5;

interface Changes {
  role: (who: Colleague) => void;
  switchOff: (who: Colleague) => void;
}

const ChangeContext = createContext<Changes | undefined>(undefined);

/** The provider's staff, and what each role may do. */
export function PeoplePage() {
  const texts = useTexts(peopleTexts);
  const [adding, setAdding] = useState(false);
  return (
    <Page
      title={texts.title}
      needs={{ permission: permission.staffManage }}
      actions={
        <Button leftSection={<IconPlus aria-hidden />} onClick={() => setAdding(true)}>
          {texts.add}
        </Button>
      }
    >
      <div className={classes['cards']}>
        <People />
        <Roles />
      </div>
      <AddDialog opened={adding} onClose={() => setAdding(false)} />
    </Page>
  );
}

function ColleagueState({ who }: { who: Colleague }) {
  const texts = useTexts(peopleTexts);
  if (!who.active) return <StatusPill tone="cancelled">{texts.off}</StatusPill>;
  if (who.passwordExpired) return <StatusPill tone="waiting">{texts.first}</StatusPill>;
  return <StatusPill tone="done">{texts.active}</StatusPill>;
}

function RoleNames({ who }: { who: Colleague }) {
  const texts = useTexts(peopleTexts);
  return who.roles.length === 0 ? texts.noRole : who.roles.join(', ');
}

function ChangeButtons({ who }: { who: Colleague }) {
  const texts = useTexts(peopleTexts);
  const changes = use(ChangeContext);
  if (who.own) return <span className={classes['hint']}>{texts.own}</span>;
  if (!changes || !who.active) return <EmptyValue />;
  return (
    <span className={classes['buttons']}>
      <Button
        variant="default"
        size="sm"
        aria-label={texts.changeRoleOf(who.username)}
        onClick={() => changes.role(who)}
      >
        {texts.changeRole}
      </Button>
      <Button
        variant="default"
        size="sm"
        aria-label={texts.switchOffNamed(who.username)}
        onClick={() => changes.switchOff(who)}
      >
        {texts.switchOff}
      </Button>
    </span>
  );
}

const head = columnHead(peopleTexts, 'columns');

const columns: ListColumns<Colleague> = [
  {
    id: 'username',
    header: head('username'),
    cell: ({ username, fullName, email }) => <TwoLines caption={email}>{`${username} · ${fullName}`}</TwoLines>,
    look: { skeleton: 'two-lines' },
  },
  { id: 'roles', header: head('roles'), cell: (who) => <RoleNames who={who} />, look: { width: 9, skeleton: 'line' } },
  {
    id: 'state',
    header: head('state'),
    cell: (who) => <ColleagueState who={who} />,
    look: { width: 12, skeleton: 'pill' },
  },
  {
    id: 'lastUsedAt',
    header: head('lastUsedAt'),
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? <EmptyValue /> : <DateCell at={lastUsedAt} />),
    look: { width: 9, skeleton: 'two-lines' },
  },
  {
    id: 'action',
    header: head('action'),
    cell: (who) => <ChangeButtons who={who} />,
    look: { width: 16, align: 'end', skeleton: 'line', phone: 'end' },
  },
];

function People() {
  const texts = useTexts(peopleTexts);
  const load = useQuery(peopleOptions());
  const { view } = useList(load, load.data, {
    failed: texts.failed,
    empty: <ListNotice icon={IconUsersGroup} title={texts.none} />,
  });
  const [roleOf, setRoleOf] = useState<Colleague>();
  const [leaving, setLeaving] = useState<Colleague>();
  const [changes] = useState<Changes>({ role: setRoleOf, switchOff: setLeaving });
  return (
    <ChangeContext value={changes}>
      <DataTable
        label={texts.table}
        columns={columns}
        view={view}
        rowId={({ id }) => id}
        lines={2}
        skeletonRows={fewRows}
        minWidth={tableWidth}
      />
      <RoleDialog who={roleOf} onClose={() => setRoleOf(undefined)} />
      <SwitchOffDialog who={leaving} onClose={() => setLeaving(undefined)} />
    </ChangeContext>
  );
}

function Roles() {
  const texts = useTexts(peopleTexts);
  const names: Record<number, string> = useTexts(permissionTexts).names;
  const load = useQuery(rolesOptions());
  const failure = useFailure(load);
  const { data: roles, isFetching, refetch } = load;
  // The list above it grows when it is loaded, and would push it down.
  if (useQuery(peopleOptions()).isPending) return null;
  return (
    <Card title={texts.rolesTitle}>
      {failure ? (
        <LoadFailed title={texts.rolesFailed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <dl className={classes['roles']}>
          {roles?.map(({ id, name, permissions }) => (
            <div key={id} className={classes['role']}>
              <dt>{name}</dt>
              <dd>{permissions.map((one) => names[one.id] ?? `${one.group}: ${one.name}`).join(', ')}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}
