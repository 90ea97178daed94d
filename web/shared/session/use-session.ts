import { useSyncExternalStore } from 'react';

import { rootRole } from './permissions';
import { session, type SessionValues } from './session';

/** The stored session, kept up to date. */
export function useSession(): SessionValues {
  return useSyncExternalStore(session.subscribe, session.read);
}

/** Whether the user holds a permission id. */
export function holds(values: SessionValues, id: number): boolean {
  return values.permissions?.includes(id) ?? false;
}

/** Whether the client of the session has a feature. */
export function hasFeature(values: SessionValues, name: string): boolean {
  return values.clientDetail?.value.features.includes(name) ?? false;
}

/** Whether the user is a root user of the client. */
export function isRoot(values: SessionValues): boolean {
  return values.role.includes(rootRole);
}
