import { ActionIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { EmptyValue } from '@shared/table/cells';
import { useHasPermission } from '@/session/current-user';
import { permission } from '@/session/permissions';

import type { ListedUser } from './user-queries';
import { userTexts } from './user-texts';
import classes from './users.module.css';

const GiveRoleDialog = lazyDialog(async () => (await import('../roles/give-role-dialog')).GiveRoleDialog);

/** The role of a user, with a button that changes it. */
export function UserRole({ user }: { user: ListedUser }) {
  const texts = useTexts(userTexts);
  const [opened, setOpened] = useState(false);
  const mayChange = useHasPermission(permission.roleManage);
  const names = user.roleNames.join(', ');
  if (!mayChange) return names || <EmptyValue />;
  return (
    <span className={classes['role']}>
      {names || <EmptyValue />}
      <ActionIcon variant="subtle" aria-label={texts.changeRoleNamed(user.username)} onClick={() => setOpened(true)}>
        <IconPencil aria-hidden />
      </ActionIcon>
      <GiveRoleDialog user={user} opened={opened} onClose={() => setOpened(false)} />
    </span>
  );
}
