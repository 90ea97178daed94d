import { createFileRoute, redirect } from '@tanstack/react-router';

import { Shell } from '@/features/shell/shell';
import { UnsavedChanges } from '@shared/overlay/unsaved-changes';
import { session } from '@/session/session';

function canSave(): boolean {
  const { token, passwordExpired } = session.read();
  return token !== undefined && !passwordExpired;
}

export const Route = createFileRoute('/_app')({
  beforeLoad: () => {
    const { token, passwordExpired } = session.read();
    if (!token) throw redirect({ to: '/login' });
    if (passwordExpired) throw redirect({ to: '/change-password' });
  },
  component: () => (
    <UnsavedChanges canSave={canSave}>
      <Shell />
    </UnsavedChanges>
  ),
});
