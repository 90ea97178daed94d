import { Button } from '@mantine/core';
import { IconLock, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { useAccess, useHasPermission } from '@/session/current-user';
import { permission } from '@/session/permissions';
import { ListNotice } from '@shared/state/list-notice';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { Card } from '@shared/ui/card';

import { FieldSkeleton } from '../form-skeleton';
import { profileTexts } from '../profile-texts';
import { AddRoleDialog } from './add-role-dialog';
import { RoleEditor } from './role-editor';
import { rolesOptions } from './role-queries';
import { roleTexts } from './role-texts';

/** The roles of the client, for users with the permission. */
export function RoleSection() {
  const texts = useTexts(roleTexts);
  const profile = useTexts(profileTexts);
  const allowed = useHasPermission(permission.roleManage);
  const access = useAccess();
  if (allowed && access) return <Roles own={access.permissions} />;
  return (
    <Card title={texts.title}>
      {access ? (
        <ListNotice icon={IconLock} title={profile.unauthorized}>
          {profile.unauthorizedText}
        </ListNotice>
      ) : (
        <FieldSkeleton />
      )}
    </Card>
  );
}

function Roles({ own }: { own: readonly number[] }) {
  const texts = useTexts(roleTexts);
  const load = useQuery(rolesOptions());
  const failure = useFailure(load);
  const [adding, setAdding] = useState(false);
  const [edited, setEdited] = useState<number>();
  const section = useRef<HTMLDivElement>(null);
  const { data, isFetching, refetch } = load;
  const edit = (id: number | undefined) => {
    setEdited(id);
    // The button that had the focus is gone, and notices are beside the title.
    if (id === undefined) section.current?.querySelector('h2')?.focus();
  };
  return (
    <div ref={section}>
      <Card
        title={texts.title}
        hint={texts.hint}
        action={
          <Button
            variant="default"
            disabled={!data || edited !== undefined}
            leftSection={<IconPlus aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {texts.add}
          </Button>
        }
      >
        {data ? (
          <RoleEditor data={data} own={own} edited={edited} onEdit={edit} />
        ) : failure === null ? (
          <>
            <FieldSkeleton />
            <FieldSkeleton />
            <FieldSkeleton />
          </>
        ) : (
          <LoadFailed title={texts.loadFailed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />
        )}
        {data ? (
          <AddRoleDialog
            opened={adding}
            presets={data.presets}
            own={own}
            onClose={() => setAdding(false)}
            onAdded={(id) => {
              setAdding(false);
              setEdited(id);
            }}
          />
        ) : null}
      </Card>
    </div>
  );
}
