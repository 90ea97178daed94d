import { useTexts } from '@shared/i18n/texts';
import { permission } from '@/session/permissions';
import { useCurrentUser, useHolds } from '@/session/current-user';
import { Shortened } from '@shared/table/cells';
import { columnsFor } from '@shared/table/columns';
import { Tag } from '@shared/ui/tag';

import { RemoveButton } from '../removal';
import type { ListedUser } from './user-queries';
import { userTexts } from './user-texts';
import classes from './users.module.css';

function Head({ name }: { name: 'username' | 'email' | 'action' }) {
  return useTexts(userTexts)[name];
}

/** The name of a user, and whether it is the one who looks. */
export function UserName({ user }: { user: ListedUser }) {
  const texts = useTexts(userTexts);
  const own = useCurrentUser()?.id === user.id;
  return (
    <span className={classes['name']}>
      {user.username}
      {own ? <Tag>{texts.you}</Tag> : null}
    </span>
  );
}

/** Deletes a user, for who may; nobody deletes themselves. */
export function DeleteUser({ user }: { user: ListedUser }) {
  const texts = useTexts(userTexts);
  const own = useCurrentUser()?.id === user.id;
  const mayChange = useHolds(permission.profileCreateUser);
  if (own || !mayChange) return null;
  return <RemoveButton id={user.id} text={texts.remove} label={texts.removeNamed(user.username)} />;
}

const column = columnsFor<ListedUser>();

/** The columns of the client's users. */
export const userColumns = column.columns([
  column.display({
    id: 'username',
    header: () => <Head name="username" />,
    cell: ({ row }) => <UserName user={row.original} />,
    meta: { width: 14, skeleton: 'line' },
  }),
  column.display({
    id: 'email',
    header: () => <Head name="email" />,
    cell: ({ row }) => <Shortened>{row.original.email}</Shortened>,
    meta: { skeleton: 'line' },
  }),
  column.display({
    id: 'action',
    header: () => <Head name="action" />,
    cell: ({ row }) => <DeleteUser user={row.original} />,
    meta: { width: 8, align: 'end', skeleton: 'icon' },
  }),
]);
