import { createFileRoute, redirect } from '@tanstack/react-router';

import { Shell } from '@shared/app/shell/shell';
import { returnPathFor } from '@shared/app/session/landing';
import { UnsavedChanges } from '@shared/overlay/unsaved-changes';
import { ErrorPage } from '@shared/app/fallback/error-page';
import { currentUserOptions, permissionsOptions } from '@/session/current-user';
import { session } from '@/session/session';

function canSave(): boolean {
  const { token, passwordExpired } = session.read();
  return token !== undefined && !passwordExpired;
}

export const Route = createFileRoute('/_app')({
  beforeLoad: ({ location }) => {
    const { token, passwordExpired } = session.read();
    const search = returnPathFor(location);
    if (!token) throw redirect({ to: '/login', search });
    if (passwordExpired) throw redirect({ to: '/change-password', search });
  },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(currentUserOptions());
    void queryClient.prefetchQuery(permissionsOptions());
  },
  component: () => (
    <UnsavedChanges canSave={canSave}>
      <Shell />
    </UnsavedChanges>
  ),
  errorComponent: ErrorPage,
});
