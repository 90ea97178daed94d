import { useZones } from '@shared/format/display-zone';
import { formatDateTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { permission } from '@/session/permissions';
import { useCurrentUser, useHasPermission } from '@/session/current-user';
import { EmptyValue, Shortened, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { StatusPill, type StatusTone } from '@shared/ui/status-pill';
import { Tag } from '@shared/ui/tag';

import { RemoveButton } from '@shared/overlay/removal';
import { FactorReset } from './factor-reset';
import { StartPin } from './start-pin';
import type { ListedUser } from './user-queries';
import { UserRole } from './user-role';
import { userTexts } from './user-texts';
import classes from './users.module.css';

/** Username and e-mail address. Marks the signed-in user. */
function UserNames({ user }: { user: ListedUser }) {
  const texts = useTexts(userTexts);
  const isOwn = useCurrentUser()?.id === user.id;
  return (
    <TwoLines caption={<Shortened>{user.email}</Shortened>}>
      <span className={classes['name']}>
        {user.username}
        {isOwn ? <Tag>{texts.you}</Tag> : null}
      </span>
    </TwoLines>
  );
}

/** Time of a user's last use, or a dash. */
function LastUsed({ at }: { at: string | null | undefined }) {
  const language = useLanguage();
  const { shown } = useZones();
  if (!at) return <EmptyValue />;
  return <time dateTime={at}>{formatDateTime(at, shown, language)}</time>;
}

const tones: Record<ListedUser['state'], StatusTone> = {
  active: 'done',
  invited: 'waiting',
  'password-expired': 'waiting',
  inactive: 'cancelled',
};

function State({ user }: { user: ListedUser }) {
  return <StatusPill tone={tones[user.state]}>{useTexts(userTexts).states[user.state]}</StatusPill>;
}

/** Button that deletes a user. It is missing without the permission and in one's own row. */
function DeleteUser({ user }: { user: ListedUser }) {
  const texts = useTexts(userTexts);
  const isOwn = useCurrentUser()?.id === user.id;
  const mayChange = useHasPermission(permission.profileCreateUser);
  if (isOwn || !mayChange) return null;
  return <RemoveButton id={user.id} text={texts.remove} label={texts.removeNamed(user.username)} />;
}

const head = columnHead(userTexts);

/** The columns of the client's users. */
export const userColumns: ListColumns<ListedUser> = [
  {
    id: 'user',
    header: head('user'),
    cell: (row) => <UserNames user={row} />,
    look: { skeleton: 'two-lines' },
  },
  {
    id: 'role',
    header: head('role'),
    cell: (row) => <UserRole user={row} />,
    look: { width: 9.5, skeleton: 'line', phone: 'plain' },
  },
  {
    id: 'lastUsed',
    header: head('lastUsed'),
    cell: (row) => <LastUsed at={row.lastUsedAt} />,
    look: { width: 8.5, skeleton: 'two-lines' },
  },
  {
    id: 'state',
    header: head('state'),
    cell: (row) => <State user={row} />,
    look: { width: 12.5, skeleton: 'pill', phone: 'plain' },
  },
  {
    id: 'action',
    header: head('action'),
    cell: (row) => (
      <div className={classes['actions']}>
        <StartPin user={row} />
        <FactorReset user={row} />
        <DeleteUser user={row} />
      </div>
    ),
    look: { width: 15, align: 'end', skeleton: 'icon', phone: 'end' },
  },
];
