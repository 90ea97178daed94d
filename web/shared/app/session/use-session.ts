import { useSyncExternalStore } from 'react';

import type { SessionValues } from '@shared/session/session';

import { useApp } from '@shared/app/app';

/** Returns the session, and renders again when it changes. User and permissions are in `account.ts`. */
export function useSession(): SessionValues {
  const { session } = useApp();
  return useSyncExternalStore(session.subscribe, session.read);
}
