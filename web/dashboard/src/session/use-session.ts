import { useSyncExternalStore } from 'react';

import type { SessionValues } from '@shared/session/session';

import { session } from './session';

/** Who is signed in, kept up to date. What the server knows of them comes from `current-user.ts`. */
export function useSession(): SessionValues {
  return useSyncExternalStore(session.subscribe, session.read);
}
