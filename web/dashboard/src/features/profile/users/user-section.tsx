import { Button } from '@mantine/core';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { permission } from '@/session/permissions';
import { useHolds } from '@/session/current-user';

import { RemovableList, RemovablePhoneRow } from '../removable-list';
import { AddUserDialog } from './add-user-dialog';
import { DeleteUser, userColumns, UserName } from './user-columns';
import { type ListedUser, removeUserOptions, userListOptions } from './user-queries';
import { userTexts } from './user-texts';
import classes from './users.module.css';

const expectedRows = 4;
const tableWidth = 34;

function UserRow({ user }: { user: ListedUser }) {
  return (
    <RemovablePhoneRow action={<DeleteUser user={user} />}>
      <UserName user={user} />
      <p className={classes['email']}>{user.email}</p>
    </RemovablePhoneRow>
  );
}

/** The users of the client: who they are, new ones, and the end of one. */
export function UserSection() {
  const texts = useTexts(userTexts);
  const mayChange = useHolds(permission.profileCreateUser);
  const [adding, setAdding] = useState(false);
  const users = useQuery(userListOptions());
  return (
    <>
      <RemovableList
        texts={{
          ...texts,
          questionText: ({ username }) => texts.questionText(username),
          removed: ({ username }) => texts.removed(username),
        }}
        rows={users}
        queryKey={userListOptions().queryKey}
        removal={removeUserOptions()}
        hint={users.data ? texts.count(users.data.length) : ' '}
        action={
          mayChange ? (
            <Button leftSection={<IconPlus aria-hidden />} onClick={() => setAdding(true)}>
              {texts.add}
            </Button>
          ) : null
        }
        columns={userColumns}
        minWidth={tableWidth}
        expectedRows={expectedRows}
        lines={1}
        icon={IconUsers}
        renderPhoneRow={(user) => <UserRow user={user} />}
      />
      <AddUserDialog opened={adding} onClose={() => setAdding(false)} />
    </>
  );
}
