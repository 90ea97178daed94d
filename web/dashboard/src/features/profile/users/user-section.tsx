import { Button } from '@mantine/core';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { useTexts } from '@/shared/i18n/texts';
import { notifySuccess } from '@/shared/notify/notify';
import { QuestionDialog } from '@/shared/overlay/question-dialog';
import { permission } from '@/shared/session/permissions';
import { holds, useSession } from '@/shared/session/use-session';
import { DataTable } from '@/shared/table/data-table';
import { ListNotice } from '@/shared/table/list-notice';
import { CardHead } from '@/shared/ui/card';

import { listViewOf } from '../list-view';
import { RemovalProvider, useRemoval } from '../removal';
import { AddUserDialog } from './add-user-dialog';
import { DeleteUser, userColumns, UserName } from './user-columns';
import { type ListedUser, removeUserOptions, userListOptions } from './user-queries';
import { userTexts } from './user-texts';
import classes from './users.module.css';

const idOf = (user: ListedUser) => user.id;
const expectedRows = 4;
const tableWidth = 34;

function UserRow({ user }: { user: ListedUser }) {
  return (
    <div className={classes['phoneRow']}>
      <div>
        <UserName user={user} />
        <p className={classes['email']}>{user.email}</p>
      </div>
      <DeleteUser user={user} />
    </div>
  );
}

/** The users of the client: who they are, new ones, and the end of one. */
export function UserSection() {
  const texts = useTexts(userTexts);
  const queryClient = useQueryClient();
  const mayChange = holds(useSession(), permission.profileCreateUser);
  const [adding, setAdding] = useState(false);
  const users = useQuery(userListOptions());
  const removal = useRemoval(users.data);
  const remove = useMutation(removeUserOptions());
  const { row } = removal;

  function confirm() {
    if (!row) return;
    remove.mutate(row.id, {
      onSuccess: () => {
        notifySuccess(texts.removed(row.username));
        void removal.finish(queryClient.invalidateQueries(userListOptions()));
      },
    });
  }

  const addButton = mayChange ? (
    <Button leftSection={<IconPlus className={classes['icon']} aria-hidden />} onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  ) : null;
  const empty = (
    <ListNotice icon={IconUsers} title={texts.none}>
      {texts.noneText}
    </ListNotice>
  );
  return (
    <RemovalProvider value={removal.ask}>
      <DataTable
        label={texts.title}
        head={
          <CardHead
            title={texts.title}
            hint={users.data ? texts.count(users.data.length) : ' '}
            action={addButton}
            id={removal.titleId}
          />
        }
        columns={userColumns}
        view={listViewOf(users, texts.loadFailed, empty)}
        rowId={idOf}
        lines={1}
        minWidth={tableWidth}
        skeletonRows={expectedRows}
        renderPhoneRow={(user) => <UserRow user={user} />}
      />
      <AddUserDialog opened={adding} onClose={() => setAdding(false)} />
      <QuestionDialog
        opened={removal.opened}
        onClose={removal.close}
        title={texts.question}
        action={texts.remove}
        sendingLabel={texts.removing}
        sending={remove.isPending}
        onConfirm={confirm}
        danger
      >
        {row ? texts.questionText(row.username) : ''}
      </QuestionDialog>
    </RemovalProvider>
  );
}
