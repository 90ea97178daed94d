import { useSyncExternalStore } from 'react';

import type { SessionValues } from '@shared/session/session';

import { session } from '@/session/session';

/** Returns the session, and renders again when it changes. User and permissions are in `current-user.ts`. */
export function useSession(): SessionValues {
  return useSyncExternalStore(session.subscribe, session.read);
}
